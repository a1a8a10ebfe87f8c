import 'server-only'
import { toJsxRuntime } from 'hast-util-to-jsx-runtime'
import type { Code, Node, Parents, Root, RootContent } from 'mdast'
import { toString as textOf } from 'mdast-util-to-string'
import { createElement, Fragment as Group, type ReactNode } from 'react'
import { Fragment, jsx, jsxs } from 'react/jsx-runtime'
import { interfaceLanguage } from '@/lib/text/interface-language'
import { hasVisibleText, limitBlankLines } from '@/lib/text/visible-text'
import { count, exceedsMarkdownLimits } from './comment-markdown-limits'
import { type HighlightBudget, highlightCode } from './highlight-code'
import { indentationOf, parseCommentMarkdown } from './parse-comment-markdown'

/** Levels of quotes, lists and emphasis that are shown; what is deeper is shown as its text. */
const nestingMax = 16

/** How much of a comment's code is highlighted: a stranger's text must not block the server. */
const highlightBudget = { lineLengthMax: 120, leftCharacters: 3_000 }

/** A comment that is higher is folded; comments.css shows its first 40 lines. */
const unfoldedLinesMax = 60
/** Half-width characters that a line of a comment holds on a wide screen. */
const columnsPerLine = 80
const fullWidth = /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFF01-\uFF60]/g

type RenderState = { depth: number; highlighting: HighlightBudget; isInThread: boolean }

/**
 * Returns a comment's Markdown as React elements. Only the elements named here come out, whatever
 * goes in. A comment that holds more marks than any reader needs, or that cannot be rendered, is
 * shown as its source, so that no comment breaks its page or delays it. A high comment is folded.
 *
 * @param isInThread whether the page shows the comments around it, so that `#comment-4` is on it
 */
export async function renderCommentMarkdown(
  markdown: string,
  { isInThread = true } = {},
): Promise<ReactNode> {
  const text = limitBlankLines(markdown.replace(/\r\n?/g, '\n'))
  if (!exceedsMarkdownLimits(text)) {
    try {
      const root = parseCommentMarkdown(text)
      return await foldHigh(
        await renderChildren(root, { depth: 0, highlighting: { ...highlightBudget }, isInThread }),
        linesOf(root),
      )
    } catch (error) {
      console.warn(
        `a comment could not be rendered: ${error instanceof Error ? error.message : String(error)}`,
      )
    }
  }
  return foldHigh(
    <p>{withBreaks(text.replaceAll(/^[ \t]+/gm, indentationOf))}</p>,
    linesOfText(text),
  )
}

/** Estimates how many lines high a comment is on a wide screen, with the space between its blocks. */
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

/** The button is `<details>`, which needs no script; comments.css shows the whole text while it is open. */
function foldHigh(content: ReactNode, lines: number): ReactNode {
  if (lines <= unfoldedLinesMax) return content
  return (
    <div className="fold">
      <div className="folded">{content}</div>
      <details lang={interfaceLanguage}>
        <summary>
          <span>Show more</span>
          <span>Show less</span>
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

/** Whether a block has room but nothing to see, such as `&nbsp;` and `>`. */
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

/** `parseCommentMarkdown` leaves only links that may be followed. Search engines must not credit them. */
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
