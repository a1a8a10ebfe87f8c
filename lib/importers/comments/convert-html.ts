import path from 'node:path/posix'
import type { Element, ElementContent } from 'hast'
import { h } from 'hastscript'
import { Parser } from 'htmlparser2'
import { gfmStrikethroughToMarkdown } from 'mdast-util-gfm-strikethrough'
import { toString as textOf } from 'mdast-util-to-string'
import rehypeRemark from 'rehype-remark'
import remarkStringify from 'remark-stringify'
import { type Processor, unified } from 'unified'
import { bareUrlLength } from '@/lib/markdown/bare-url'
import { exceedsMarkdownLimits } from '@/lib/markdown/comment-markdown-limits'
import { markdownStyle } from '@/lib/markdown/markdown-style'
import { parseCommentMarkdown } from '@/lib/markdown/parse-comment-markdown'
import type { Conversion } from './source-record'

const toMarkdown = unified()
  .use(rehypeRemark)
  .use(function strikethrough(this: Processor) {
    this.data('toMarkdownExtensions', [gfmStrikethroughToMarkdown()])
  })
  .use(remarkStringify, {
    ...markdownStyle,
    handlers: {
      thematicBreak: () => '',
      // Comments keep line breaks. An empty line needs a backslash to not end the paragraph.
      break: (_node, _parent, _state, { before }) => (before === '\n' ? '\\\n' : '\n'),
    },
  })
  .freeze()

const names = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** Elements that are removed with their content. */
const removed = names(
  'applet audio base canvas embed head iframe input math object option script select source ' +
    'style svg template textarea title video',
)
/** Elements that are replaced with links to their content. */
const embedded = names('audio embed iframe video')
/** Elements whose removal changes how their content looks. */
const lostMarkup = names(
  'abbr big center cite details dfn dl fieldset font form h1 h2 h3 h4 h5 h6 hr ins mark q ruby ' +
    'small sub summary sup table u',
)
/** Formats of text, by element. They cannot contain themselves. */
const formats = new Map([
  ['b', 'strong'],
  ['strong', 'strong'],
  ['i', 'em'],
  ['em', 'em'],
  ['s', 'del'],
  ['strike', 'del'],
  ['del', 'del'],
])
const isFormat = (name: string) => ['strong', 'em', 'del'].includes(name)
const inlineElements = names('a br code del em img kbd q samp strong tt var')
const blocks = names(
  'address article aside blockquote center dd details div dl dt fieldset figcaption figure ' +
    'footer form h1 h2 h3 h4 h5 h6 header hr legend li main nav ol p pre section summary table ul',
)
/** The required parents of the parts of tables. */
const tableParts = new Map([
  ['caption', 'table'],
  ['tr', 'table'],
  ['td', 'tr'],
  ['th', 'tr'],
])

/** Limits of one comment. Only damaged or hostile HTML exceeds them. */
const limits = { characters: 60_000, elements: 5_000, depth: 40, openTags: 1_000 }

type Attributes = Record<string, string>

const textNode = (value: string): ElementContent => ({ type: 'text', value })

/** Turns bare URLs into links, because their characters must not be escaped. */
function linkUrls(nodes: readonly ElementContent[]): ElementContent[] {
  return nodes.flatMap((node) => {
    if (node.type !== 'text') return [node]
    const parts: ElementContent[] = []
    let end = 0
    for (const { index } of node.value.matchAll(/https?:|www\./gi)) {
      const length = index < end ? 0 : bareUrlLength(node.value, index)
      if (length === 0) continue
      const url = node.value.slice(index, index + length)
      const href = /^www/i.test(url) ? `http://${url}` : url
      parts.push(textNode(node.value.slice(end, index)), h('a', { href }, url))
      end = index + length
    }
    return [...parts, textNode(node.value.slice(end))]
  })
}

/** Moves whitespace at the edges of formatted text out of it, where Markdown needs it. */
function withoutEdgeSpaces(element: Element): ElementContent[] {
  const first = element.children.at(0)
  const last = element.children.at(-1)
  const before = first?.type === 'text' && /^\s/.test(first.value) ? [textNode(' ')] : []
  const after = last?.type === 'text' && /\s$/.test(last.value) ? [textNode(' ')] : []
  if (first?.type === 'text') first.value = first.value.trimStart()
  if (last?.type === 'text') last.value = last.value.trimEnd()
  return [...before, ...(textOf(element) === '' ? element.children : [element]), ...after]
}

/** Returns code of several lines as one code element for each. */
function codeLines({ children }: Element): ElementContent[] {
  const lines: ElementContent[][] = [[]]
  for (const child of children) {
    if (child.type === 'element' && child.tagName === 'br') lines.push([])
    else lines.at(-1)?.push(child)
  }
  return lines.flatMap((line, index) => {
    const code = h('code', line)
    const shown = textOf(code).trim() === '' ? textNode(' ') : code
    return index === 0 ? [shown] : [h('br'), shown]
  })
}

/** Returns the content of a table's rows or a row's cells, with separators. */
function joinParts({ children }: Element, separator: ElementContent): ElementContent[] {
  const parts = children.map((child) =>
    child.type === 'element' && tableParts.has(child.tagName) ? child : h('tr', [child]),
  )
  return parts
    .filter((part) => /[^\s|]/.test(textOf(part)))
    .flatMap((part, index) => (index === 0 ? part.children : [separator, ...part.children]))
}

/** Returns an empty element with the properties that matter; undefined for `<a name="…">`. */
function newElement(name: string, { href, start, class: classes = '' }: Attributes) {
  if (/^h[1-6]$/.test(name)) return h('strong', { isHeading: true })
  if (name === 'a') return href === undefined ? undefined : h('a', { href })
  if (name === 'ol' && /^\d{1,9}$/.test(start ?? '')) return h('ol', { start })
  const [, language] = /\blang(?:uage)?-([\w+#-]+)/.exec(classes) ?? []
  return h(name, language ? { className: [`language-${language}`] } : {})
}

const fileNameOf = (url: string) => path.basename(url.replace(/[?#].*/s, '')) || 'image'

/** Builds a tree of the elements that comments have, in limited time and of limited size. */
class TreeBuilder {
  readonly root = h('div')
  /** The open tags, and their elements unless only their content is used. */
  readonly #open: { name: string; element?: Element | undefined }[] = []
  #left = { characters: limits.characters, elements: limits.elements }
  #removedDepth = 0
  #isAfterMention = false

  constructor(readonly context: Conversion) {}

  /** True if the rest of the HTML is ignored. */
  get isFull(): boolean {
    const { characters, elements } = this.#left
    return characters < 0 || elements < 0 || this.#open.length > limits.openTags
  }

  get #parent(): Element {
    return this.#open.findLast(({ element }) => element)?.element ?? this.root
  }

  #isIn(...searched: string[]): boolean {
    return this.#open.some(({ element }) => element && searched.includes(element.tagName))
  }

  #addText(value: string): void {
    const { children } = this.#parent
    const last = children.at(-1)
    if (last?.type === 'text') last.value += value
    else children.push(textNode(value))
  }

  #addImage({ src = '', alt = '', class: classes = '' }: Attributes): void {
    const isEmoticon = alt !== '' && /(?:^|[\s_-])v?(?:emoji|smiley)/i.test(classes)
    const isInline = isEmoticon || /^\s*data:/i.test(src)
    const href = isInline ? undefined : this.context.targetOf(src)
    if (isInline) this.context.lose(isEmoticon ? 'emoticon' : 'inline-image')
    else if (href !== undefined) this.context.lose('image-link')
    const text = alt || (href === undefined ? '' : fileNameOf(href))
    // Links cannot be nested.
    if (href === undefined || this.#isIn('a')) this.#addText(text)
    else this.#parent.children.push(h('a', { href }, text))
  }

  /** Adds a link whose text is its address. */
  #addLink(address: string): void {
    const href = this.#removedDepth > 0 ? undefined : this.context.targetOf(address)
    if (href !== undefined) this.#parent.children.push(h('a', { href }, href))
  }

  /** Returns a new element, or undefined if only its content is used. */
  #elementFor(name: string, attributes: Attributes): Element | undefined {
    if (name === 'img') this.#addImage(attributes)
    if (name === 'img' || this.#open.length >= limits.depth) return undefined
    if (tableParts.get(name) === this.#parent.tagName) return h(name)
    const isBlock = blocks.has(name)
    if (tableParts.has(name) || (isBlock && this.#isIn('a', 'table'))) {
      this.#addText(' ')
      return undefined
    }
    if (isBlock) this.#endFormats()
    else if (!inlineElements.has(name)) return undefined
    const isNested = (name === 'a' || isFormat(name)) && this.#isIn(name)
    return isNested ? undefined : newElement(name, attributes)
  }

  onopentag(tag: string, attributes: Attributes): void {
    const name = formats.get(tag) ?? tag
    if (removed.has(name) || lostMarkup.has(name)) this.context.lose('markup')
    if (embedded.has(name) && attributes.src) this.#addLink(attributes.src)
    if (removed.has(name)) this.#removedDepth++
    const isIgnored = this.#removedDepth > 0 || this.isFull
    const element = isIgnored ? undefined : this.#elementFor(name, attributes)
    if (element) this.#left.elements--
    this.#open.push({ name, element })
  }

  /** Closes the formats around a block, because only text can have formats. */
  #endFormats(): void {
    if (this.#isIn('pre')) return
    for (const inner of this.#open.toReversed()) {
      const { element } = inner
      if (!element) continue
      if (!isFormat(element.tagName) && element.tagName !== 'code') return
      // Code around a block of code loses nothing.
      if (isFormat(element.tagName) || element.children.length > 0) this.context.lose('markup')
      inner.element = undefined
      this.#parent.children.push(...this.finish(element))
    }
  }

  ontext(value: string): void {
    if (this.#removedDepth > 0 || this.isFull) return
    const text = this.#isAfterMention ? value.replace(/^[\s,:，：]+/, '') : value
    if (text !== '') this.#isAfterMention = false
    this.#left.characters -= text.replaceAll(/\s+/g, '').length
    this.#addText(text)
  }

  onclosetag(): void {
    const { name = '', element } = this.#open.pop() ?? {}
    if (removed.has(name)) this.#removedDepth--
    if (element) this.#parent.children.push(...this.finish(element))
  }

  /** Returns the nodes for a complete element. */
  finish(element: Element): ElementContent[] {
    const { tagName: name } = element
    if (!this.#isIn('a', 'code', 'pre') && !['a', 'code', 'pre'].includes(name))
      element.children = linkUrls(element.children)
    if (name === 'a') return this.#finishLink(element)
    if (element.properties.isHeading) return [h('p', withoutEdgeSpaces(element))]
    if (isFormat(name)) return withoutEdgeSpaces(element)
    if (name === 'code' && !this.#isIn('pre')) return codeLines(element)
    if (name === 'pre') {
      const first = element.children.at(0)
      if (first?.type === 'text') first.value = first.value.replace(/^\n/, '')
    }
    if (name === 'tr') element.children = joinParts(element, textNode(' | '))
    if (name === 'table') return [h('p', joinParts(element, h('br')))]
    return [element]
  }

  #finishLink(element: Element): ElementContent[] {
    const address = String(element.properties.href)
    const text = textOf(element).trim()
    const length = text.replaceAll(/\s+/g, '').length
    if (
      /^#/.test(address) &&
      text.startsWith('@') &&
      this.#left.characters + length === limits.characters
    ) {
      // A mention of the author of the parent, which the position of the reply implies.
      this.#isAfterMention = true
      this.#left.characters += length
      return []
    }
    const href = this.context.targetOf(address)
    // `<…>` cannot contain such an address, but its text becomes a link anyway.
    const isUnusualMail = href === `mailto:${text}` && !/@[a-z\d.-]+$/i.test(text)
    if (href === undefined || isUnusualMail) return element.children
    const [, shortened] = /^(?:https?:\/\/)?(.+?)(?:\.\.\.|…)$/.exec(text) ?? []
    if (shortened !== undefined && href.replace(/^https?:\/\//, '').startsWith(shortened))
      element.children = [textNode(href)]
    element.properties.href = href
    return withoutEdgeSpaces(element)
  }
}

/** Returns true if two texts look the same as comments. */
function isSameComment(one: string, other: string): boolean {
  const [tree, otherTree] = [one, other].map((markdown) =>
    JSON.stringify(parseCommentMarkdown(markdown), (key, value) =>
      key === 'position' ? undefined : value,
    ),
  )
  return tree === otherTree
}

/** Returns Markdown with fewer escapes, if it still looks the same. */
function readable(markdown: string): string {
  // CommonMark needs these references next to emphasis, but not between Chinese or Japanese text.
  const plain = markdown.replaceAll(/&#x([\dA-F]{4,5});/g, (_, code) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  )
  return plain !== markdown && isSameComment(plain, markdown) ? plain : markdown
}

/** Converts a comment's HTML to Markdown that looks the same, in limited time. */
export function convertHtml(html: string, context: Conversion): string {
  const builder = new TreeBuilder(context)
  const parser = new Parser(builder)
  for (let start = 0; start < html.length && !builder.isFull; start += 4_096)
    parser.write(html.slice(start, start + 4_096))
  if (builder.isFull) context.lose('content-cut')
  parser.end()
  const children = builder.finish(builder.root)
  const markdown = toMarkdown.stringify(toMarkdown.runSync({ type: 'root', children }))
  if (!exceedsMarkdownLimits(markdown)) return readable(markdown)
  // Comments with more marks than this are shown as plain text.
  context.lose('markup')
  return markdown.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
}
