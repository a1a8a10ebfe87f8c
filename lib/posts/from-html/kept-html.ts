import type { Element, ElementContent } from 'hast'

/** What stands in the tree for text that comes out as it is: HTML that Markdown has no sign for, and bare URLs. */
export const keptHtml = 'kept-html'

export function kept(value: string): Element {
  return { type: 'element', tagName: keptHtml, properties: { value }, children: [] }
}

export function element(tagName: string, children: ElementContent[], properties: Element['properties'] = {}): Element {
  return { type: 'element', tagName, properties, children }
}

/** A URL on a line of its own: a card. */
export function bareUrl(url: string): Element {
  // Spaces and angle brackets would end it.
  return element('p', [kept(URL.canParse(url) ? new URL(url).href.replaceAll(/[<>]/g, encodeURIComponent) : url)])
}
