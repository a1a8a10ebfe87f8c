import type { Element, ElementContent, Root } from 'hast'
import rehypeParse from 'rehype-parse'
import rehypeRemark from 'rehype-remark'
import remarkGfm from 'remark-gfm'
import remarkStringify from 'remark-stringify'
import { unified } from 'unified'
import { markdownStyle } from '@/lib/markdown/markdown-style'

const parser = unified().use(rehypeParse, { fragment: true }).freeze()
const writer = unified()
  .use(rehypeRemark)
  .use(remarkGfm)
  .use(remarkStringify, markdownStyle)
  .freeze()

/** Elements that are not part of the copied document's text. */
const removed = new Set(['script', 'style', 'meta', 'link', 'title', 'template', 'noscript'])

/** Elements with a Markdown equivalent. Without any, the clipboard's plain text is pasted. */
const structure = /^(?:h[1-6]|strong|b|em|i|a|ul|ol|table|img|blockquote|pre|code|hr|del|s|strike)$/

const styleOf = ({ properties }: Element) => String(properties.style ?? '')

/** Converts styles to elements: Google Docs, for example, wraps bold text in a styled `span`. */
function markStyledText(element: Element, children: ElementContent[]): ElementContent[] {
  const style = styleOf(element)
  let marked = children
  for (const [pattern, tagName] of [
    [/font-weight:\s*(?:bold|[6-9]00)/, 'strong'],
    [/font-style:\s*italic/, 'em'],
    // recheck-ignore: staff paste the style into their own browser.
    [/text-decoration[^;]*line-through/, 'del'],
  ] as const)
    if (pattern.test(style))
      marked = [{ type: 'element', tagName, properties: {}, children: marked }]
  return marked
}

function simplify(node: ElementContent | Root['children'][number]): ElementContent[] {
  if (node.type === 'text') return [node]
  if (node.type !== 'element' || removed.has(node.tagName)) return []
  const children = node.children.flatMap(simplify)
  const { href, src } = node.properties
  if (node.tagName === 'span') return markStyledText(node, children)
  // Google Docs wraps the whole text in a `b` that is not bold.
  const isPlain = /font-weight:\s*(?:normal|400)/.test(styleOf(node))
  if (/^(?:b|strong)$/.test(node.tagName) && isPlain) return children
  // Anchors, scripts and files on the computer of the copied document.
  if (node.tagName === 'a' && !/^(?:https?:|mailto:|\/|#)/i.test(String(href))) return children
  if (node.tagName === 'img' && !/^(?:https?:|\/)/i.test(String(src))) return []
  return [{ ...node, children }]
}

function hasStructure(nodes: ElementContent[]): boolean {
  return nodes.some(
    (node) =>
      node.type === 'element' && (structure.test(node.tagName) || hasStructure(node.children)),
  )
}

/**
 * Converts pasted HTML to Markdown.
 * @returns undefined if the HTML has no formatting
 */
export function htmlToMarkdown(html: string): string | undefined {
  const children = parser.parse(html).children.flatMap(simplify)
  if (!hasStructure(children)) return undefined
  return writer.stringify(writer.runSync({ type: 'root', children })).trim()
}
