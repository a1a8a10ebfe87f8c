import 'server-only'
import { toJsxRuntime } from 'hast-util-to-jsx-runtime'
import type { Code, Node, Parents, RootContent } from 'mdast'
import { toString as textOf } from 'mdast-util-to-string'
import { createElement, Fragment as Group, type ReactNode } from 'react'
import { Fragment, jsx, jsxs } from 'react/jsx-runtime'
import { highlightCode } from './highlight-code'
import { parseCommentMarkdown } from './parse-comment-markdown'

/** Levels of quotes and lists that are shown as such; what is deeper is shown as its text. */
const nestingMax = 16

/**
 * A comment's Markdown as React elements: only those named here can come out, whatever goes in. A comment that cannot
 * be rendered is shown as the text it is, so that none breaks the page it stands on.
 */
export async function renderCommentMarkdown(markdown: string): Promise<ReactNode> {
  try {
    return await renderChildren(parseCommentMarkdown(markdown), 0)
  } catch (error) {
    console.warn(`a comment could not be rendered: ${error instanceof Error ? error.message : String(error)}`)
    return <p>{markdown}</p>
  }
}

async function renderChildren(parent: Parents, depth: number): Promise<ReactNode> {
  const children = await Promise.all(parent.children.map((child) => renderNode(child, depth)))
  return createElement(Group, null, ...children)
}

async function renderNode(node: RootContent, depth: number): Promise<ReactNode> {
  switch (node.type) {
    case 'paragraph':
      return <p>{await renderChildren(node, depth)}</p>
    case 'text':
      return withBreaks(node.value)
    case 'emphasis':
      return <em>{await renderDeeper(node, depth)}</em>
    case 'strong':
      return <strong>{await renderDeeper(node, depth)}</strong>
    case 'link':
      return renderLink(node.url, await renderDeeper(node, depth))
    case 'blockquote':
      return <blockquote>{await renderDeeper(node, depth)}</blockquote>
    case 'list':
      return node.ordered ? <ol start={node.start ?? 1}>{await renderDeeper(node, depth)}</ol> : <ul>{await renderDeeper(node, depth)}</ul>
    case 'listItem':
      return <li>{await renderDeeper(node, depth)}</li>
    case 'inlineCode':
      return <code>{node.value}</code>
    case 'code':
      return renderCode(node)
    case 'break':
      return <br />
    default:
      return textOf(node)
  }
}

async function renderDeeper(node: Parents & Node, depth: number): Promise<ReactNode> {
  return depth < nestingMax ? renderChildren(node, depth + 1) : textOf(node)
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

async function renderCode({ value, lang }: Code): Promise<ReactNode> {
  const tokens = await highlightCode(value, lang?.toLowerCase() ?? '')
  const code = tokens ? toJsxRuntime({ type: 'root', children: tokens }, { Fragment, jsx, jsxs }) : value
  return (
    <pre className="code" tabIndex={0}>
      <code>{code}</code>
    </pre>
  )
}
