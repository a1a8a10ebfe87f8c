import type { Element, ElementContent, Nodes } from 'hast'

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
