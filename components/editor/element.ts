type Attributes = Record<string, string | boolean | undefined>

/** Creates an element. `true` sets an attribute without a value; `false` and undefined omit it. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: (Node | string | undefined)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) made.setAttribute(key, value === true ? '' : value)
  }
  made.append(...children.filter((child) => child !== undefined))
  return made
}

export function button(
  label: string,
  act: () => void,
  attributes: Attributes = {},
): HTMLButtonElement {
  const made = element('button', { type: 'button', ...attributes }, label)
  made.addEventListener('click', act)
  return made
}
