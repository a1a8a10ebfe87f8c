import 'server-only'
import type { Element, Properties, Root as Tree } from 'hast'
import { toJsxRuntime } from 'hast-util-to-jsx-runtime'
import { h } from 'hastscript'
import type { Parents, Root, RootContent } from 'mdast'
import { toString as textOf } from 'mdast-util-to-string'
import type { ReactNode } from 'react'
import { Fragment, jsx, jsxs } from 'react/jsx-runtime'
import { messageOf } from '@/lib/errors'
import { currentLocale, translator } from '@/lib/i18n/translator'
import { hasVisibleText, limitBlankLines } from '@/lib/text/visible-text'
import { count, exceedsMarkdownLimits } from './comment-markdown-limits'
import { type HighlightBudget, highlightCode } from './highlight-code'
import { indentationOf, parseCommentMarkdown } from './parse-comment-markdown'

/** The maximum nesting of quotes, lists and emphasis. Deeper levels are shown as text. */
const nestingMax = 16

/** The highlighting limit of a comment's code: untrusted text must not block the server. */
const highlightBudget = { lineLengthMax: 120, leftCharacters: 3_000 }

/** Longer comments are collapsed; comments.css shows their first 40 lines. */
const unfoldedLinesMax = 60
/** The number of half-width characters in a line of a comment on a wide screen. */
const columnsPerLine = 80
const fullWidth = /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFF01-\uFF60]/g

type Piece = Element | string
type RenderState = { depth: number; highlighting: HighlightBudget; isInThread: boolean }

/**
 * Returns a comment's Markdown as an HTML tree, and its estimated height in lines. Any input
 * produces only the elements in this file. A comment that exceeds the limits or cannot be rendered
 * is shown as its source, so that it neither breaks nor delays its page.
 *
 * @param isInThread whether the page shows the surrounding comments, so that `#comment-4` is on it
 */
export async function readCommentTree(
  markdown: string,
  isInThread: boolean,
): Promise<{ tree: Tree; lines: number }> {
  const text = limitBlankLines(markdown.replace(/\r\n?/g, '\n'))
  if (!exceedsMarkdownLimits(text)) {
    try {
      const root = parseCommentMarkdown(text)
      const state = { depth: 0, highlighting: { ...highlightBudget }, isInThread }
      return { tree: h(null, await renderChildren(root, state)), lines: linesOf(root) }
    } catch (error) {
      console.warn(`a comment could not be rendered: ${messageOf(error)}`)
    }
  }
  const source = h('p', withBreaks(text.replaceAll(/^[ \t]+/gm, indentationOf)))
  return { tree: h(null, source), lines: linesOfText(text) }
}

/**
 * Renders a comment's Markdown as React elements.
 * @param options.isInThread as for `readCommentTree`
 * @param options.collapses whether a long comment is collapsed
 */
export async function renderCommentMarkdown(
  markdown: string,
  { isInThread = true, collapses = true } = {},
): Promise<ReactNode> {
  const { tree, lines } = await readCommentTree(markdown, isInThread)
  const content = toJsxRuntime(tree, { Fragment, jsx, jsxs })
  return collapses && lines > unfoldedLinesMax ? collapsed(content) : content
}

/**
 * Estimates the height of a comment on a wide screen in lines, including the space between its
 * blocks.
 */
function linesOf(node: Root | RootContent): number {
  if (node.type === 'code') return limitBlankLines(node.value).split('\n').length + 1.5
  if (node.type !== 'root' && isBlank(node)) return 0
  if (node.type === 'paragraph' || !('children' in node)) return linesOfText(textOf(node)) + 0.5
  const lines = node.children.reduce((sum, child) => sum + linesOf(child), 0)
  return Math.max(1, lines)
}

function linesOfText(text: string): number {
  const lines = limitBlankLines(text).split('\n')
  return lines.reduce(
    (sum, line) =>
      sum + Math.max(1, Math.ceil((line.length + count(line, fullWidth)) / columnsPerLine)),
    0,
  )
}

/**
 * Collapses a long comment. The button is `<details>`, which needs no script; comments.css shows
 * the whole text while it is open.
 */
function collapsed(content: ReactNode): ReactNode {
  const t = translator('comments')
  return (
    <div className="fold">
      <div className="folded">{content}</div>
      <details lang={currentLocale()}>
        <summary>
          <span>{t('showMore')}</span>
          <span>{t('showLess')}</span>
        </summary>
      </details>
    </div>
  )
}

async function renderChildren(parent: Parents, state: RenderState): Promise<(Piece | Piece[])[]> {
  const shown = parent.children.filter((child) => !isBlank(child))
  return Promise.all(shown.map((child) => renderNode(child, state)))
}

/** Returns whether a block takes up space but has no visible content, such as `&nbsp;` and `>`. */
function isBlank(node: RootContent): boolean {
  return ['paragraph', 'blockquote', 'list'].includes(node.type) && !hasVisibleText(textOf(node))
}

const tagNames: Partial<Record<RootContent['type'], string>> = {
  paragraph: 'p',
  emphasis: 'em',
  strong: 'strong',
  delete: 'del',
  link: 'a',
  blockquote: 'blockquote',
  list: 'ul',
  listItem: 'li',
}

async function renderNode(node: RootContent, state: RenderState): Promise<Piece | Piece[]> {
  if (node.type === 'text') return withBreaks(node.value)
  if (node.type === 'inlineCode') return h('code', node.value)
  if (node.type === 'code') {
    const text = limitBlankLines(node.value)
    const tokens = await highlightCode(text, node.lang?.toLowerCase() ?? '', state.highlighting)
    return h('pre', { className: ['code'], tabIndex: 0 }, h('code', tokens ?? text))
  }
  const isNumbered = node.type === 'list' && node.ordered === true
  const tagName = isNumbered ? 'ol' : tagNames[node.type]
  if (!('children' in node) || tagName === undefined) return textOf(node)
  const depth = state.depth + (node.type === 'paragraph' ? 0 : 1)
  return h(
    tagName,
    propertiesOf(node, state),
    depth > nestingMax ? textOf(node) : await renderChildren(node, { ...state, depth }),
  )
}

/**
 * Returns the attributes of an element. `parseCommentMarkdown` has removed disallowed targets of
 * links. Their `rel` attribute stops search engines from crediting them.
 */
function propertiesOf(node: RootContent, { isInThread }: RenderState): Properties {
  if (node.type === 'list' && node.ordered) return { start: node.start ?? 1 }
  if (node.type !== 'link') return {}
  const [, comment] = /^#comment-(\d+)$/i.exec(node.url) ?? []
  return {
    href: comment === undefined || isInThread ? node.url : `/comments/${comment}`,
    rel: ['ugc', 'nofollow', 'noopener'],
  }
}

/** Returns text with the line breaks that its author typed. */
function withBreaks(text: string): Piece[] {
  const lines = limitBlankLines(text).split('\n')
  return lines.flatMap((line, index): Piece[] => (index === 0 ? [line] : [h('br'), line]))
}
