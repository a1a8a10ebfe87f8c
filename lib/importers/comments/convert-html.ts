import path from 'node:path/posix'
import type { Element, ElementContent, Text } from 'hast'
import { h } from 'hastscript'
import { DomUtils, parseDocument } from 'htmlparser2'
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
/** Elements that are replaced by links to their content. */
const embedded = names('audio embed iframe video')
/** Elements whose removal changes how their content looks. */
const lostMarkup = names(
  'abbr big center cite details dfn dl fieldset font form h1 h2 h3 h4 h5 h6 hr ins mark q ruby ' +
    'small sub summary sup table u',
)
/** Other names of formats of text, which cannot contain themselves. */
const formats = new Map([
  ['b', 'strong'],
  ['i', 'em'],
  ['s', 'del'],
  ['strike', 'del'],
])
const isFormat = (name: string) => ['strong', 'em', 'del'].includes(name)
const isInline = (name: string) => isFormat(name) || name === 'code'
const isBlock = (node: ElementContent) => node.type === 'element' && blocks.has(node.tagName)
const isIn = (inside: readonly string[], ...names: string[]) =>
  names.some((name) => inside.includes(name))
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
const limits = { length: 100_000, depth: 40, openTags: 1_000 }

type HtmlNode = ReturnType<typeof parseDocument>['children'][number]
type Attributes = Record<string, string>

const textNode = (value: string): Text => ({ type: 'text', value })

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

/** Moves white space at the edges of formatted text out of it, where Markdown needs it. */
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
  if (name === 'ol' && /^\d{1,9}$/.test(start ?? '')) return h('ol', { start: Number(start) })
  const [, language] = /\blang(?:uage)?-([\w+#-]+)/.exec(classes) ?? []
  return h(name, language ? { className: [`language-${language}`] } : {})
}

const fileNameOf = (url: string) => path.basename(url.replace(/[?#].*/s, '')) || 'image'

/** Converts HTML to the elements that comments have. */
class HtmlConverter {
  /** The number of visible characters so far. */
  #visible = 0
  #isAfterMention = false

  constructor(readonly context: Conversion) {}

  /**
   * Returns the content of an element of a comment.
   * @param inside the names of the elements that contain it, outermost first
   * @param depth the number of tags that contain it
   */
  content(nodes: readonly HtmlNode[], inside: readonly string[], depth: number): ElementContent[] {
    const found = this.#convert(nodes, inside, depth)
    return isIn(inside, 'a', 'code', 'pre') ? found : linkUrls(found)
  }

  #convert(nodes: readonly HtmlNode[], inside: readonly string[], depth: number): ElementContent[] {
    const found: ElementContent[] = []
    for (const part of nodes.flatMap((node) => this.#convertNode(node, inside, depth))) {
      const last = found.at(-1)
      if (part.type === 'text' && last?.type === 'text') last.value += part.value
      else if (part.type !== 'text' || part.value !== '') found.push(part)
    }
    return found
  }

  #convertNode(node: HtmlNode, inside: readonly string[], depth: number): ElementContent[] {
    if (DomUtils.isText(node)) return [textNode(this.#visibleText(node.data))]
    if (!DomUtils.isTag(node)) return []
    if (depth > limits.openTags) {
      this.context.lose('content-cut')
      return []
    }
    const name = formats.get(node.name) ?? node.name
    if (removed.has(name) || lostMarkup.has(name)) this.context.lose('markup')
    if (removed.has(name)) return embedded.has(name) ? this.#addressLink(node.attribs.src) : []
    if (name === 'img') return this.#imageLink(node.attribs, inside)
    const element =
      depth < limits.depth ? this.#elementFor(name, node.attribs, inside) : textNode('')
    if (element.type !== 'element')
      return [element, ...this.#convert(node.children, inside, depth + 1)]
    // A block ends the formats around it, because only text can have formats.
    const isEnd = blocks.has(name) && !inside.includes('pre')
    const around = isEnd ? inside.filter((other) => !isInline(other)) : inside
    element.children = this.content(node.children, [...around, element.tagName], depth + 1)
    return this.#finish(element, around)
  }

  /** Returns the text of a text node, without the separator after a removed mention. */
  #visibleText(value: string): string {
    const text = this.#isAfterMention ? value.replace(/^[\s,:，：]+/, '') : value
    if (text !== '') this.#isAfterMention = false
    this.#visible += text.replaceAll(/\s+/g, '').length
    return text
  }

  #imageLink(attributes: Attributes, inside: readonly string[]): ElementContent[] {
    const { src = '', alt = '', class: classes = '' } = attributes
    const isEmoticon = alt !== '' && /(?:^|[\s_-])v?(?:emoji|smiley)/i.test(classes)
    const isData = isEmoticon || /^\s*data:/i.test(src)
    const href = isData ? undefined : this.context.targetOf(src)
    if (isData) this.context.lose(isEmoticon ? 'emoticon' : 'inline-image')
    else if (href !== undefined) this.context.lose('image-link')
    const words = textNode(alt || (href === undefined ? '' : fileNameOf(href)))
    // Links cannot be nested.
    const isLink = href !== undefined && !inside.includes('a')
    return [isLink ? h('a', { href }, words) : words]
  }

  /** Returns a link whose text is its address. */
  #addressLink(address: string | undefined): ElementContent[] {
    const href = address ? this.context.targetOf(address) : undefined
    return href === undefined ? [] : [h('a', { href }, href)]
  }

  /** Returns a new element, or the text before its content if only that is used. */
  #elementFor(name: string, attributes: Attributes, inside: readonly string[]): Element | Text {
    const parent = tableParts.get(name)
    if (parent !== undefined && parent === inside.at(-1)) return h(name)
    const isOwnBlock = blocks.has(name)
    if (parent !== undefined || (isOwnBlock && isIn(inside, 'a', 'table'))) return textNode(' ')
    const isNested = (name === 'a' || isFormat(name)) && inside.includes(name)
    const isUsed = (isOwnBlock || inlineElements.has(name)) && !isNested
    return (isUsed ? newElement(name, attributes) : undefined) ?? textNode('')
  }

  /** Returns the nodes for a complete element. A format ends at the first block in it. */
  #finish(element: Element, inside: readonly string[]): ElementContent[] {
    const { tagName, children } = element
    const isSplit = isInline(tagName) && !inside.includes('pre')
    const start = isSplit ? children.findIndex(isBlock) : -1
    if (start === -1) return this.#finishWhole(element, inside)
    const rest = children.splice(start)
    if (children.length > 0) this.context.lose('markup')
    return [...this.#finishWhole(element, inside), ...rest]
  }

  #finishWhole(element: Element, inside: readonly string[]): ElementContent[] {
    const { tagName: name, children } = element
    if (name === 'a') return this.#finishLink(element)
    if (element.properties.isHeading) return [h('p', withoutEdgeSpaces(element))]
    if (isFormat(name)) return withoutEdgeSpaces(element)
    if (name === 'code' && !inside.includes('pre')) return codeLines(element)
    if (name === 'pre') {
      const [first] = children
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
    if (address.startsWith('#') && text.startsWith('@') && this.#visible === length) {
      // A mention of the author of the parent, which the position of the reply implies.
      this.#isAfterMention = true
      this.#visible = 0
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
  const converter = new HtmlConverter(context)
  if (html.length > limits.length) context.lose('content-cut')
  const { children: nodes } = parseDocument(html.slice(0, limits.length))
  const children = converter.content(nodes, [], 0)
  const markdown = toMarkdown.stringify(toMarkdown.runSync({ type: 'root', children }))
  if (!exceedsMarkdownLimits(markdown)) return readable(markdown)
  // Comments with more marks than this are shown as plain text.
  context.lose('markup')
  return markdown.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
}
