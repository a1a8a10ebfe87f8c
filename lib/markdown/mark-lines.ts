import type { Root, RootContent } from 'hast'
import { visit } from 'unist-util-visit'
import { linkCardElement } from './link-card'

const blocks = /^(?:p|h[1-6]|li|tr|pre|hr|blockquote|details|figure|div)$/

/** A rehype plugin: each block says in `data-line` on which line of the Markdown it begins, so that the two can be scrolled in step. */
export function markLines() {
  return (root: Root): void => {
    // HTML may leave words in no block at all; the preview takes and keeps elements.
    root.children = root.children.map(
      (child): RootContent =>
        child.type === 'text' && child.value.trim() !== ''
          ? { type: 'element', tagName: 'span', properties: {}, children: [child] }
          : child,
    )
    visit(root, 'element', (element, index, parent) => {
      const line = element.position?.start.line
      if (line === undefined) return
      if (blocks.test(element.tagName)) element.properties.dataLine = line
      // The card's place is drawn by a component that knows of no lines.
      if (element.tagName !== linkCardElement || !parent || index === undefined) return
      parent.children[index] = { type: 'element', tagName: 'div', properties: { dataLine: line }, children: [element] }
    })
  }
}
