import type { Element, ElementContent } from 'hast'
import { writeCardLine } from '@/lib/markdown/card-line'

/** The name of nodes that are output unchanged: HTML without Markdown, and bare URLs. */
export const keptHtml = 'kept-html'

export function kept(value: string): Element {
  return { type: 'element', tagName: keptHtml, properties: { value }, children: [] }
}

export function element(
  tagName: string,
  children: ElementContent[],
  properties: Element['properties'] = {},
): Element {
  return { type: 'element', tagName, properties, children }
}

/** Returns a URL on a separate line, which makes a card. */
export function bareUrl(url: string): Element {
  if (!URL.canParse(url)) return element('p', [kept(url)])
  // Spaces and angle brackets would end the URL.
  const address = new URL(url).href.replaceAll(/[<>]/g, encodeURIComponent)
  return element('p', [kept(writeCardLine({ url: address, image: true }))])
}
