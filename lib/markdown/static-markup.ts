import 'server-only'
import { Fragment, isValidElement, type ReactNode } from 'react'
import { escapeXml } from './escape-xml'

/** What a feed reader has a use for; focus and styles are the page's own. */
const attributes = ['href', 'rel', 'start'] as const

/**
 * Elements of the Markdown renderers as XHTML for a feed. (`react-dom/server` is not to be had where React renders server
 * components.) Only elements, fragments and text are known: what a component would draw is left out.
 */
export function toStaticMarkup(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return escapeXml(String(node))
  if (Array.isArray(node)) return node.map(toStaticMarkup).join('')
  if (!isValidElement<Record<string, unknown> & { children?: ReactNode }>(node)) return ''
  const { type, props } = node
  const children = toStaticMarkup(props.children)
  if (type === Fragment) return children
  if (typeof type !== 'string') return ''
  const written = attributes.map((name) => (props[name] === undefined ? '' : ` ${name}="${escapeXml(String(props[name]))}"`)).join('')
  return type === 'br' ? '<br/>' : `<${type}${written}>${children}</${type}>`
}
