import { toHtml } from 'hast-util-to-html'
import type { Html, Image, Link, Nodes, Root } from 'mdast'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { visit } from 'unist-util-visit'
import { writeDestination } from '@/lib/markdown/card-line'
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
  'heading',
  'thematicBreak',
  'table',
  'imageReference',
  'linkReference',
  'definition',
  'footnoteReference',
  'footnoteDefinition',
]

/** Tags that have an equivalent in comments. Others stay text. */
const knownTag = /^<\/?(?:a|b|br|code|del|em|i|img|strong)(?:\s[^<>]*)?\/?>$/i
const isKnownTag = ({ value }: Html) => knownTag.test(value.trim())
/** Tags that are converted. A start tag alone could also be plain text. */
const convertedTag = /^<(?:\/(?:a|b|code|del|em|i|strong)|(?:br|img)(?:\s[^<>]*)?\/?)>$/i

/** Returns true if a node is Markdown that comments show as plain text. */
function isUnknown(node: Nodes, source: string): boolean {
  if (node.type === 'listItem') return typeof node.checked === 'boolean'
  if (node.type === 'delete') return !source.startsWith('~~', rangeOf(node)[0])
  return unknown.includes(node.type)
}

function rangeOf({ position }: Nodes): [start: number, end: number] {
  return [position?.start.offset ?? 0, position?.end.offset ?? 0]
}

/** Returns true for Markdown that comments support only in another form. */
function isConverted(node: Nodes, source: string): boolean {
  if (node.type === 'html') return convertedTag.test(node.value.trim())
  return node.type === 'code' && !/^(?:`{3}|~{3})/.test(source.slice(rangeOf(node)[0]))
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

type Edit = { start: number; end: number; text: string }

/** Makes the address of a link or image absolute. Replaces embedded images with descriptions. */
function retarget(node: Link | Image, markdown: string, context: Conversion): Edit[] {
  const [start, end] = rangeOf(node)
  if (node.type === 'image' && /^data:/i.test(node.url)) {
    context.lose('inline-image')
    return [{ start, end, text: node.alt ?? '' }]
  }
  const target = context.targetOf(node.url)
  if (node.type === 'image') context.lose('markup')
  const source = markdown.slice(start, end)
  const at = source.lastIndexOf('](') + 2
  const [old = ''] = /^\s*(?:<[^<>\n]*>|[^\s<]\S*?(?=\s|\)$))/.exec(source.slice(at)) ?? []
  if (target === undefined || parseUrl(node.url) || at < 2 || old === '') return []
  return [{ start: start + at, end: start + at + old.length, text: writeDestination(target) }]
}

/**
 * Converts Markdown of other systems to that of comments. Converts texts with HTML tags or indented
 * code through HTML. In other texts, replaces only relative links and embedded images. Reports
 * unsupported syntax and leaves it unchanged.
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
  const edits = nodes.flatMap((node) =>
    !isHtml && (node.type === 'link' || node.type === 'image')
      ? retarget(node, source, context)
      : [],
  )
  for (const node of nodes)
    if (isUnknown(node, source) || (node.type === 'html' && !(isHtml && isKnownTag(node))))
      lose('markup')
  if (isHtml) return convertHtml(htmlOf(root), context)
  return edits
    .sort((one, other) => other.start - one.start)
    .reduce(
      (text, { start, end, text: changed }) => text.slice(0, start) + changed + text.slice(end),
      source,
    )
}
