import 'server-only'
import { toJsxRuntime } from 'hast-util-to-jsx-runtime'
import type { Code, Node, Parents, RootContent } from 'mdast'
import { toString as textOf } from 'mdast-util-to-string'
import { createElement, Fragment as Group, type ReactNode } from 'react'
import { Fragment, jsx, jsxs } from 'react/jsx-runtime'
import { exceedsMarkdownLimits } from './comment-markdown-limits'
import { type HighlightBudget, highlightCode } from './highlight-code'
import { parseCommentMarkdown } from './parse-comment-markdown'

/** Levels of quotes, lists and emphasis that are shown as such; what is deeper is shown as its text. */
const nestingMax = 16

/** What of a comment's code is highlighted: a stranger's text may not hold the server. */
const highlightBudget = { lineLengthMax: 120, leftCharacters: 3_000 }

type RenderState = { depth: number; highlighting: HighlightBudget }

/**
 * A comment's Markdown as React elements: only those named here can come out, whatever goes in. A comment that holds
 * more marks than any reader needs, or that cannot be rendered, is shown as the text it is, so that none breaks the
 * page it stands on, or holds it up.
 */
export async function renderCommentMarkdown(markdown: string): Promise<ReactNode> {
  const text = markdown.replace(/\r\n?/g, '\n')
  if (exceedsMarkdownLimits(text)) return <p>{withBreaks(text)}</p>
  try {
    return await renderChildren(parseCommentMarkdown(text), { depth: 0, highlighting: { ...highlightBudget } })
  } catch (error) {
    console.warn(`a comment could not be rendered: ${error instanceof Error ? error.message : String(error)}`)
    return <p>{withBreaks(text)}</p>
  }
}

async function renderChildren(parent: Parents, state: RenderState): Promise<ReactNode> {
  const children = await Promise.all(parent.children.map((child) => renderNode(child, state)))
  return createElement(Group, null, ...children)
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
    case 'link':
      return renderLink(node.url, await renderDeeper(node, state))
    case 'blockquote':
      return <blockquote>{await renderDeeper(node, state)}</blockquote>
    case 'list':
      return node.ordered ? <ol start={node.start ?? 1}>{await renderDeeper(node, state)}</ol> : <ul>{await renderDeeper(node, state)}</ul>
    case 'listItem':
      return <li>{await renderDeeper(node, state)}</li>
    case 'inlineCode':
      return <code>{node.value}</code>
    case 'code':
      return renderCode(node, state.highlighting)
    case 'break':
      return <br />
    default:
      return textOf(node)
  }
}

async function renderDeeper(node: Parents & Node, state: RenderState): Promise<ReactNode> {
  return state.depth < nestingMax ? renderChildren(node, { ...state, depth: state.depth + 1 }) : textOf(node)
}

/** Comment authors mean the line breaks they type. */
function withBreaks(text: string): ReactNode {
  const [first, ...rest] = text.split('\n')
  const nodes: ReactNode[] = [first]
  for (const line of rest) nodes.push(<br />, line)
  return createElement(Group, null, ...nodes)
}

/** Links of strangers vouch for nothing, and lead to the web or to mail alone. */
function renderLink(url: string, children: ReactNode): ReactNode {
  if (!/^(?:https?:\/\/|mailto:)/i.test(url)) return children
  return (
    <a href={url} rel="ugc nofollow noopener">
      {children}
    </a>
  )
}

async function renderCode({ value, lang }: Code, budget: HighlightBudget): Promise<ReactNode> {
  const tokens = await highlightCode(value, lang?.toLowerCase() ?? '', budget)
  const code = tokens ? toJsxRuntime({ type: 'root', children: tokens }, { Fragment, jsx, jsxs }) : value
  return (
    <pre className="code" tabIndex={0}>
      <code>{code}</code>
    </pre>
  )
}
