import { load } from 'cheerio'
import type { Code, Html, Image, Link, Nodes } from 'mdast'
import { toString as textOf } from 'mdast-util-to-string'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { visit } from 'unist-util-visit'
import { writeDestination } from '@/lib/markdown/card-line'
import { count, exceedsMarkdownLimits } from '@/lib/markdown/comment-markdown-limits'
import { parseUrl } from '@/lib/text/parse-url'
import { truncate } from '@/lib/text/truncate'
import type { Conversion } from './conversion'

const parser = unified().use(remarkParse).use(remarkGfm).freeze()

/** Longer texts are cut before they are parsed, since parsing can take quadratic time. */
const parsedLengthMax = 40_000
const tagsMax = 200

/** A mention of the author of the parent, which the reply itself expresses. */
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

const marks = new Map([
  ['b', '**'],
  ['strong', '**'],
  ['i', '*'],
  ['em', '*'],
  ['del', '~~'],
])

const blocks: readonly Nodes['type'][] = ['root', 'blockquote', 'listItem', 'footnoteDefinition']

type Edit = { start: number; end: number; text: string }

/** Collects changes to a Markdown text, and keeps the rest byte for byte. */
class Editor {
  readonly #edits: Edit[] = []

  constructor(
    readonly source: string,
    readonly context: Conversion,
  ) {}

  replace(start: number, end: number, text: string): void {
    this.#edits.push({ start, end, text })
  }

  /** Returns the changed text. Ignores changes inside another change. */
  result(): string {
    let text = ''
    let at = 0
    const inOrder = this.#edits.sort((one, other) => one.start - other.start || other.end - one.end)
    for (const { start, end, text: replacement } of inOrder) {
      if (start < at) continue
      text += this.source.slice(at, start) + replacement
      at = end
    }
    return text + this.source.slice(at)
  }
}

function rangeOf({ position }: Nodes): [start: number, end: number] {
  return [position?.start.offset ?? 0, position?.end.offset ?? 0]
}

/** Turns indented code into a fence. */
function fence(editor: Editor, node: Code): void {
  const [start, end] = rangeOf(node)
  const { source } = editor
  if (/^(?:`{3}|~{3})/.test(source.slice(start))) return
  const prefix = source.slice(source.lastIndexOf('\n', start - 1) + 1, start)
  const runs = [...node.value.matchAll(/`{3,}/g)].map(([run]) => run.length)
  const marker = '`'.repeat(Math.max(2, ...runs) + 1)
  // The prefix of the following lines in a quote or a list.
  const indentation = prefix.replaceAll(/[^>\s]/g, ' ')
  editor.replace(
    start,
    end,
    [marker, node.value, marker].join('\n').replaceAll('\n', `\n${indentation}`),
  )
}

/** Makes the address of a link or image absolute. Replaces embedded images by descriptions. */
function retarget(editor: Editor, node: Link | Image): void {
  const [start, end] = rangeOf(node)
  if (node.type === 'image') {
    if (/^data:/i.test(node.url)) {
      editor.context.lose('inline-image')
      editor.replace(start, end, node.alt ?? '')
      return
    }
    editor.context.lose('markup')
  }
  const target = editor.context.targetOf(node.url)
  if (target === undefined || parseUrl(node.url)) return
  const source = editor.source.slice(start, end)
  const at = source.lastIndexOf('](') + 2
  const [destination = ''] = /^\s*(?:<[^<>\n]*>|[^\s<]\S*?(?=\s|\)$))/.exec(source.slice(at)) ?? []
  if (at > 1 && destination !== '')
    editor.replace(start + at, start + at + destination.length, writeDestination(target))
}

/** Converts the HTML tags of a line of text to Markdown. */
function convertTags(editor: Editor, nodes: readonly Nodes[]): void {
  const open: { name: string; node: Html; index: number }[] = []
  for (const [index, node] of nodes.entries()) {
    if (node.type !== 'html') continue
    const [, slash, tag = ''] = /^<(\/?)([a-z]+)\b/i.exec(node.value) ?? []
    const name = tag.toLowerCase()
    const opened = open.at(-1)
    if (slash && opened?.name === name) {
      open.pop()
      convertPair(editor, opened.node, node, nodes.slice(opened.index + 1, index))
    } else if (!slash && (marks.has(name) || name === 'code' || name === 'a'))
      open.push({ name, node, index })
    else convertTag(editor, node, name)
  }
  if (open.length > 0) editor.context.lose('markup')
}

/** Converts a tag without an end tag. */
function convertTag(editor: Editor, node: Html, name: string): void {
  const [start, end] = rangeOf(node)
  const { source } = editor
  const { src, alt } = attributesOf(node)
  if (name === 'br') {
    const isLineEmpty = /\n[ \t]*$/.test(source.slice(0, start))
    const [after = ''] = /^[ \t]*\n?/.exec(source.slice(end)) ?? []
    editor.replace(start, end + after.length, isLineEmpty ? '\\\n' : '\n')
  } else if (name === 'img' && src?.startsWith('data:')) {
    editor.context.lose('inline-image')
    editor.replace(start, end, alt ?? '')
  } else editor.context.lose('markup')
}

/** Converts an element of text. */
function convertPair(editor: Editor, open: Html, close: Html, content: readonly Nodes[]): void {
  const [start, contentStart] = rangeOf(open)
  const [contentEnd, end] = rangeOf(close)
  const { tagName = '', href } = attributesOf(open)
  const inside = editor.source.slice(contentStart, contentEnd)
  if (inside.trim() === '' || tagName === 'code') {
    const words = content.map((node) => textOf(node)).join('')
    editor.replace(start, end, inside.trim() === '' ? inside : codeSpan(words))
    return
  }
  // White space at the edges must be outside the marks.
  const before = inside.slice(0, -inside.trimStart().length)
  const after = inside.slice(inside.trimEnd().length)
  const target = href === undefined ? undefined : editor.context.targetOf(href)
  const link = target === undefined ? ['', ''] : ['[', `](${writeDestination(target)})`]
  const mark = marks.get(tagName)
  const [opening, closing] = mark === undefined ? link : [mark, mark]
  editor.replace(start, contentStart + before.length, `${before}${opening}`)
  editor.replace(contentEnd - after.length, end, `${closing}${after}`)
}

function attributesOf({ value }: Html): Record<string, string | undefined> {
  const element = load(value, null, false)('*').first()
  return { ...element.attr(), tagName: element.prop('tagName')?.toLowerCase() }
}

/** Writes text as a code span (CommonMark 0.31, 6.1). */
function codeSpan(text: string): string {
  const runs = new Set([...text.matchAll(/`+/g)].map(([run]) => run.length))
  let length = 1
  while (runs.has(length)) length++
  const padding = /^`|`$|^ .* $/s.test(text) ? ' ' : ''
  const marker = '`'.repeat(length)
  return marker + padding + text + padding + marker
}

/** Returns true if a node is Markdown that comments show as plain text. */
function isUnknown(node: Nodes, source: string): boolean {
  if (node.type === 'listItem') return typeof node.checked === 'boolean'
  if (node.type === 'delete') return !source.startsWith('~~', rangeOf(node)[0])
  return unknown.includes(node.type)
}

function convertNode(editor: Editor, node: Nodes): void {
  if (isUnknown(node, editor.source)) editor.context.lose('markup')
  if (node.type === 'code') fence(editor, node)
  if (node.type === 'link' || node.type === 'image') retarget(editor, node)
  if ('children' in node && !blocks.includes(node.type)) convertTags(editor, node.children)
}

/** Converts a block of HTML: a line break needs no block. */
function convertBlock(editor: Editor, node: Html): void {
  if (/^<br\s*\/?>$/i.test(node.value.trim())) editor.replace(...rangeOf(node), '')
  else editor.context.lose('markup')
}

/**
 * Converts Markdown of other systems to that of comments: indented code, HTML tags in text,
 * embedded images and relative links. Other syntax stays as it is and is reported.
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
  const editor = new Editor(source, context)
  visit(parser.parse(source), (node, _, parent) => {
    convertNode(editor, node)
    if (node.type === 'html' && parent && blocks.includes(parent.type)) convertBlock(editor, node)
  })
  return editor.result()
}
