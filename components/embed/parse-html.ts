type TrustedTypes = {
  createPolicy: (
    name: string,
    rules: { createHTML: (html: string) => string },
  ) => { createHTML: (html: string) => string }
}

const trustedTypes: TrustedTypes | undefined = Reflect.get(window, 'trustedTypes')
const policy = trustedTypes?.createPolicy('afterword', { createHTML: (html) => html })

/** Parses HTML that the server has sanitised. Pages may enforce Trusted Types. */
export function parseHtml(html: string): DocumentFragment {
  const template = document.createElement('template')
  template.innerHTML = policy?.createHTML(html) ?? html
  return template.content
}
