import 'server-only'
import { toJsxRuntime } from 'hast-util-to-jsx-runtime'
import type { Code, Node, Parents, Root, RootContent } from 'mdast'
import { toString as textOf } from 'mdast-util-to-string'
import { createElement, Fragment as Group, type ReactNode } from 'react'
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

type RenderState = { depth: number; highlighting: HighlightBudget; isInThread: boolean }

/**
 * Renders a comment's Markdown as React elements. Any input produces only the elements in this
 * file. A comment that exceeds the limits or cannot be rendered is shown as its source, so that it
 * neither breaks nor delays its page.
 *
 * @param isInThread whether the page shows the surrounding comments, so that `#comment-4` is on it
 * @param collapses whether a long comment is collapsed
 */
export async function renderCommentMarkdown(
  markdown: string,
  { isInThread = true, collapses = true } = {},
): Promise<ReactNode> {
  const text = limitBlankLines(markdown.replace(/\r\n?/g, '\n'))
  const collapse = (content: ReactNode, lines: number) =>
    collapses && lines > unfoldedLinesMax ? collapsed(content) : content
  if (!exceedsMarkdownLimits(text)) {
    try {
      const root = parseCommentMarkdown(text)
      return await collapse(
        await renderChildren(root, { depth: 0, highlighting: { ...highlightBudget }, isInThread }),
        linesOf(root),
      )
    } catch (error) {
      console.warn(`a comment could not be rendered: ${messageOf(error)}`)
    }
  }
  return collapse(
    <p>{withBreaks(text.replaceAll(/^[ \t]+/gm, indentationOf))}</p>,
    linesOfText(text),
  )
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

async function renderChildren(parent: Parents, state: RenderState): Promise<ReactNode> {
  const shown = parent.children.filter((child) => !isBlank(child))
  const children = await Promise.all(shown.map((child) => renderNode(child, state)))
  return createElement(Group, null, ...children)
}

/** Returns whether a block takes up space but has no visible content, such as `&nbsp;` and `>`. */
function isBlank(node: RootContent): boolean {
  return ['paragraph', 'blockquote', 'list'].includes(node.type) && !hasVisibleText(textOf(node))
}

async function renderNode(node: RootContent, state: RenderState): Promise<ReactNode> {
  switch (node.type) {
    case 'paragraph':
      return <p>{await renderChildren(node, state)}</p>
    case 'text':
      return withBreaks(node.value)
    case 'emphasis':
      return <em>{await renderDeeper(node, state)}</em>
    case 'strong':
      return <strong>{await renderDeeper(node, state)}</strong>
    case 'delete':
      return <del>{await renderDeeper(node, state)}</del>
    case 'link':
      return renderLink(node.url, await renderDeeper(node, state), state)
    case 'blockquote':
      return <blockquote>{await renderDeeper(node, state)}</blockquote>
    case 'list':
      return node.ordered ? (
        <ol start={node.start ?? 1}>{await renderDeeper(node, state)}</ol>
      ) : (
        <ul>{await renderDeeper(node, state)}</ul>
      )
    case 'listItem':
      return <li>{await renderDeeper(node, state)}</li>
    case 'inlineCode':
      return <code>{node.value}</code>
    case 'code':
      return renderCode(node, state.highlighting)
    default:
      return textOf(node)
  }
}

async function renderDeeper(node: Parents & Node, state: RenderState): Promise<ReactNode> {
  return state.depth < nestingMax
    ? renderChildren(node, { ...state, depth: state.depth + 1 })
    : textOf(node)
}

/** Returns text with the line breaks that its author typed. */
function withBreaks(text: string): ReactNode {
  const [first, ...rest] = limitBlankLines(text).split('\n')
  const nodes: ReactNode[] = [first]
  for (const line of rest) nodes.push(<br />, line)
  return createElement(Group, null, ...nodes)
}

/**
 * Renders a link. `parseCommentMarkdown` has removed disallowed targets. The `rel` attribute stops
 * search engines from crediting the link.
 */
function renderLink(url: string, children: ReactNode, { isInThread }: RenderState): ReactNode {
  const [, comment] = /^#comment-(\d+)$/i.exec(url) ?? []
  return (
    <a
      href={comment === undefined || isInThread ? url : `/comments/${comment}`}
      rel="ugc nofollow noopener"
    >
      {children}
    </a>
  )
}

async function renderCode({ value, lang }: Code, budget: HighlightBudget): Promise<ReactNode> {
  const text = limitBlankLines(value)
  const tokens = await highlightCode(text, lang?.toLowerCase() ?? '', budget)
  const code = tokens
    ? toJsxRuntime({ type: 'root', children: tokens }, { Fragment, jsx, jsxs })
    : text
  return (
    <pre className="code" tabIndex={0}>
      <code>{code}</code>
    </pre>
  )
}
