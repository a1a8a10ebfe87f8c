/** Creates elements in scripts that do not use React. */

export type Attributes = Record<string, string | number | boolean | undefined>

/** Creates an element. Attributes that are false or undefined, and empty children, are omitted. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: (Node | string | undefined | false)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined && value !== false)
      element.setAttribute(key, value === true ? '' : String(value))
  element.append(...children.filter((child) => child !== undefined && child !== false))
  return element
}

/** Creates a button, which sites with embeds can style. `act` must handle its own errors. */
export function button(
  label: string,
  attributes: Attributes = {},
  act?: () => unknown,
): HTMLButtonElement {
  const made = make('button', { type: 'button', part: 'action', ...attributes }, label)
  if (act) made.addEventListener('click', act)
  return made
}
