import 'server-only'
import { Fragment, isValidElement, type ReactNode } from 'react'
import { escapeXml } from './escape-xml'

const attributes = ['href', 'rel', 'start']

/**
 * Returns elements of the comment renderer as XHTML for a feed. (Next.js does not let server
 * components import `react-dom/server`.) It writes elements, fragments and text, and leaves out
 * components, the attributes of styles and focus, and the button of a folded comment.
 *
 * @param origin the site that paths in links belong to
 */
export function toStaticMarkup(node: ReactNode, origin = ''): string {
  if (typeof node === 'string' || typeof node === 'number') return escapeXml(String(node))
  if (Array.isArray(node)) return node.map((child) => toStaticMarkup(child, origin)).join('')
  if (!isValidElement<Record<string, unknown> & { children?: ReactNode }>(node)) return ''
  const { type, props } = node
  const children = toStaticMarkup(props.children, origin)
  if (type === Fragment || type === 'div') return children
  if (typeof type !== 'string' || type === 'details') return ''
  const written = attributes.map((name) => (props[name] === undefined ? '' : ` ${name}="${escapeXml(absolute(String(props[name])))}"`))
  return type === 'br' ? '<br/>' : `<${type}${written.join('')}>${children}</${type}>`

  function absolute(value: string): string {
    return value.startsWith('/') ? origin + value : value
  }
}
