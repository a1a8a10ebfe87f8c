import type { Losses } from '@/lib/importers/html/losses'
import { escapeXml } from '@/lib/markdown/escape-xml'
import { cardHtml } from './card-html'

type Node = Record<string, unknown>

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null
}

/** The bits of Lexical's text format. */
const formats: [bit: number, tag: string][] = [
  [1, 'strong'],
  [2, 'em'],
  [4, 's'],
  [8, 'u'],
  [16, 'code'],
  [32, 'sub'],
  [64, 'sup'],
  [128, 'mark'],
]

function textHtml({ text, format }: Node): string {
  const bits = typeof format === 'number' ? format : 0
  return formats.reduce(
    (html, [bit, tag]) => (bits & bit ? `<${tag}>${html}</${tag}>` : html),
    escapeXml(String(text ?? '')),
  )
}

function tagOf({ type, tag, listType }: Node): string | undefined {
  switch (type) {
    case 'paragraph':
      return 'p'
    case 'heading':
    case 'extended-heading':
      return typeof tag === 'string' && /^h[1-6]$/.test(tag) ? tag : 'h2'
    case 'list':
      return listType === 'number' ? 'ol' : 'ul'
    case 'listitem':
      return 'li'
    case 'quote':
    case 'extended-quote':
    case 'aside':
      return 'blockquote'
    default:
      return undefined
  }
}

function nodeHtml(node: unknown, losses: Losses): string {
  if (!isNode(node)) return ''
  const children: unknown[] = Array.isArray(node.children) ? node.children : []
  const inside = () => children.map((child) => nodeHtml(child, losses)).join('')
  const { type } = node
  const tag = tagOf(node)
  if (tag === 'ol' && typeof node.start === 'number')
    return `<ol start="${node.start}">${inside()}</ol>`
  if (tag) return `<${tag}>${inside()}</${tag}>`
  if (type === 'text' || type === 'extended-text' || type === 'tab') return textHtml(node)
  if (type === 'linebreak') return '<br>'
  if (type === 'link' || type === 'autolink')
    return `<a href="${escapeXml(String(node.url ?? ''))}">${inside()}</a>`
  if (type === 'root' || type === 'at-link') return inside()
  const html = cardHtml(String(type), node)
  if (html !== undefined) return html
  losses.note(`a card “${String(type)}” is not known and was left out`)
  return inside()
}

/**
 * Converts a document of Ghost's Lexical editor to HTML, for posts without HTML in the export.
 * @throws SyntaxError if it is not JSON
 */
export function lexicalHtml(json: string, losses: Losses): string {
  const document: unknown = JSON.parse(json)
  return isNode(document) ? nodeHtml(document.root, losses) : ''
}
