import type { Element, ElementContent, Nodes } from 'hast'
import { h } from 'hastscript'
import type { Losses } from '@/lib/importers/imported-post'
import { writeCardLine } from '@/lib/markdown/card-line'
import { parseUrl } from '@/lib/text/parse-url'

/** A rule that converts one kind of element. */
export type HtmlRule = {
  matches: (element: Element) => boolean
  /**
   * Converts an element. `inside` converts its children, or the given part of them; `element`
   * itself is unconverted.
   */
  convert: (
    element: Element,
    inside: (part?: ElementContent[]) => ElementContent[],
    losses: Losses,
  ) => ElementContent[]
}

/** The name of nodes that are output unchanged: HTML without Markdown, and bare URLs. */
export const keptHtml = 'kept-html'

export const kept = (value: string): Element => h(keptHtml, { value })

/** Returns a URL on a separate line, which makes a card. */
export function bareUrl(url: string): Element {
  const parsed = parseUrl(url)
  if (!parsed) return h('p', [kept(url)])
  // Spaces and angle brackets would end the URL.
  const address = parsed.href.replaceAll(/[<>]/g, encodeURIComponent)
  return h('p', [kept(writeCardLine({ url: address, image: true }))])
}

export function isElement(node: Nodes | undefined, ...tagNames: string[]): node is Element {
  return node?.type === 'element' && tagNames.includes(node.tagName)
}

export function hasClass({ properties }: Element, ...names: string[]): boolean {
  const { className } = properties
  return Array.isArray(className) && names.some((name) => className.includes(name))
}

/** Returns the text of an attribute; empty if it is missing. */
export function textAttribute({ properties }: Element, name: string): string {
  const value = properties[name]
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''
}

/** Returns all matching descendants of an element. */
export function findAll(node: Element, matches: (element: Element) => boolean): Element[] {
  return node.children.flatMap((child) => {
    if (child.type !== 'element') return []
    return [...(matches(child) ? [child] : []), ...findAll(child, matches)]
  })
}

export const findByTag = (node: Element, ...tagNames: string[]) =>
  findAll(node, (found) => tagNames.includes(found.tagName))
export const findByClass = (node: Element, name: string) =>
  findAll(node, (found) => hasClass(found, name))

/** Returns the text content of an element. */
export function wordsOf(node: Element | ElementContent): string {
  if (node.type === 'text') return node.value
  return node.type === 'element' ? node.children.map(wordsOf).join('') : ''
}
