import { toHtml } from 'hast-util-to-html'
import type { Html, Nodes, Root } from 'mdast'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { visit } from 'unist-util-visit'
import { count, exceedsMarkdownLimits } from '@/lib/markdown/comment-markdown-limits'
import { escapeXml } from '@/lib/markdown/escape-xml'
import { parseUrl } from '@/lib/text/parse-url'
import { truncate } from '@/lib/text/truncate'
import { convertHtml } from './convert-html'
import type { Conversion } from './source-record'

const parser = unified().use(remarkParse).use(remarkGfm).freeze()
const toHast = unified().use(remarkRehype, { allowDangerousHtml: true }).freeze()

/** Longer texts are cut before they are parsed, since parsing can take quadratic time. */
const parsedLengthMax = 40_000
const tagsMax = 200

/** A mention of the author of the parent, which the position of the reply implies. */
const mention = /^\s*\[@[^\]\n]{0,200}\]\(#[^)\s]{0,200}\)[\s,:，：]*/

/** Syntax that other systems show and comments do not. */
const unknown: readonly Nodes['type'][] = [
  ...(['heading', 'thematicBreak', 'table', 'imageReference'] as const),
  ...(['linkReference', 'definition', 'footnoteReference', 'footnoteDefinition'] as const),
]

/** Tags that have an equivalent in comments. Others stay text. */
const knownTag = /^<\/?(?:a|b|br|code|del|em|i|img|strong)(?:\s[^<>]*)?\/?>$/i
const isKnownTag = ({ value }: Html) => knownTag.test(value.trim())
/** Tags that are converted. A start tag alone could also be plain text. */
const convertedTag = /^<(?:\/(?:a|b|code|del|em|i|strong)|(?:br|img)(?:\s[^<>]*)?\/?)>$/i

const startOf = ({ position }: Nodes): number => position?.start.offset ?? 0

/**
 * Returns true if a node is Markdown that comments show as plain text.
 * @param isHtml true if the text is converted by way of HTML
 */
function isUnknown(node: Nodes, source: string, isHtml: boolean): boolean {
  if (node.type === 'html') return !(isHtml && isKnownTag(node))
  if (node.type === 'image') return !isHtml
  if (node.type === 'listItem') return typeof node.checked === 'boolean'
  if (node.type === 'delete') return !source.startsWith('~~', startOf(node))
  return unknown.includes(node.type)
}

/**
 * Returns true for the parts of Markdown that comments have only in another form: tags, indented
 * code, embedded images and relative links.
 */
function isConverted(node: Nodes, source: string): boolean {
  if (node.type === 'html') return convertedTag.test(node.value.trim())
  if (node.type === 'image' && /^data:/i.test(node.url)) return true
  if (node.type === 'link' || node.type === 'image') return !parseUrl(node.url)
  return node.type === 'code' && !/^(?:`{3}|~{3})/.test(source.slice(startOf(node)))
}

/** Returns Markdown as HTML with its line breaks and known tags. Other tags become text. */
function htmlOf(root: Root): string {
  visit(root, (node, index = 0, parent) => {
    if (node.type === 'html' && !isKnownTag(node)) node.value = escapeXml(node.value)
    // A line break between blocks adds nothing.
    if (node.type === 'html' && parent === root) node.value = node.value.replace(/^<br\b.*/i, '')
    if (node.type !== 'text') return
    const before = parent?.children[index - 1]
    const isAfterBreak = before?.type === 'html' && /^<br\b/i.test(before.value)
    const text = isAfterBreak ? node.value.replace(/^\s+/, '') : node.value
    Object.assign(node, { type: 'html', value: escapeXml(text).replaceAll('\n', '<br>') })
  })
  return toHtml(toHast.runSync(root), { allowDangerousHtml: true })
}

/**
 * Converts Markdown of other systems to that of comments. Texts with parts that need a conversion
 * are converted by way of HTML. Others stay as they are, and their other syntax is reported.
 */
export function convertMarkdown(markdown: string, context: Conversion): string {
  const { lose } = context
  const text = markdown.replace(mention, '')
  const source = truncate(text, parsedLengthMax)
  if (source.length < text.length) lose('content-cut')
  if (exceedsMarkdownLimits(source) || count(source, /</g) > tagsMax) {
    lose('markup')
    return source
  }
  const root = parser.parse(source)
  const nodes: Nodes[] = []
  visit(root, (node) => void nodes.push(node))
  const isHtml = nodes.some((node) => isConverted(node, source))
  for (const node of nodes) {
    if (isUnknown(node, source, isHtml)) lose('markup')
    // Reports addresses that links of comments cannot have.
    if (!isHtml && node.type === 'link') context.targetOf(node.url)
  }
  return isHtml ? convertHtml(htmlOf(root), context) : source
}
