const policy = window.trustedTypes?.createPolicy('afterword', { createHTML: (html) => html })

/** Parses HTML that the server has sanitised. Pages may enforce Trusted Types. */
export function parseHtml(html: string): DocumentFragment {
  const template = document.createElement('template')
  template.innerHTML = policy?.createHTML(html) ?? html
  return template.content
}
