import 'server-only'
import { Fragment, isValidElement, type ReactNode } from 'react'
import { parseUrl } from '@/lib/text/parse-url'
import { escapeXml } from './escape-xml'

/** The attributes that feed readers use. Focus and style attributes are for pages only. */
const attributes = ['href', 'rel', 'start'] as const

/**
 * Renders elements of the Markdown renderers as XHTML for a feed. `react-dom/server` is not
 * available where React renders server components. Supports elements, fragments and text; omits
 * components and the button of a collapsed comment.
 * @param base absolute URL against which relative links are resolved
 */
export function toStaticMarkup(node: ReactNode, base: string): string {
  if (typeof node === 'string' || typeof node === 'number') return escapeXml(String(node))
  if (Array.isArray(node)) return node.map((child) => toStaticMarkup(child, base)).join('')
  if (!isValidElement<Record<string, unknown> & { children?: ReactNode }>(node)) return ''
  const { type, props } = node
  const children = toStaticMarkup(props.children, base)
  if (type === Fragment || type === 'div') return children
  if (typeof type !== 'string' || type === 'details') return ''
  const markup = attributes.map((name) => {
    if (props[name] === undefined) return ''
    const value = String(props[name])
    const isRelative = name === 'href' && !parseUrl(value) && parseUrl(value, base)
    return ` ${name}="${escapeXml(isRelative ? new URL(value, base).href : value)}"`
  })
  return type === 'br' ? '<br/>' : `<${type}${markup.join('')}>${children}</${type}>`
}
