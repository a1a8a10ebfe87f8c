/** Creates elements. */

type Attributes = Record<string, string | number | boolean | undefined | (() => void)>

/** Creates an element. Functions become listeners of `click`; false and undefined are omitted. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: (Node | string | undefined | false)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener('click', value)
    else if (value !== undefined && value !== false)
      element.setAttribute(key, value === true ? '' : String(value))
  }
  element.append(...children.filter((child) => child !== undefined && child !== false))
  return element
}

type TrustedTypes = {
  createPolicy: (
    name: string,
    rules: { createHTML: (html: string) => string },
  ) => {
    createHTML: (html: string) => string
  }
}

const trustedTypes: TrustedTypes | undefined = Reflect.get(window, 'trustedTypes')
const policy = trustedTypes?.createPolicy('afterword', { createHTML: (html) => html })

/** Parses HTML that the server has sanitised. Pages may enforce Trusted Types. */
export function fromHtml(html: string): DocumentFragment {
  const template = document.createElement('template')
  template.innerHTML = policy?.createHTML(html) ?? html
  return template.content
}
