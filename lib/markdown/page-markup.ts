import 'server-only'
import { Fragment, isValidElement, type ReactNode } from 'react'
import { escapeXml } from './escape-xml'

type Props = Record<string, unknown> & { children?: ReactNode }

/** Attributes whose React name is not the lower-case HTML name. */
const attributeNames: Record<string, string> = { className: 'class', htmlFor: 'for' }

/** Elements without a closing tag (HTML standard, “Void elements”). */
const voidElements = new Set(['br', 'col', 'hr', 'img', 'input', 'source', 'wbr'])

/**
 * Renders elements of the Markdown renderers, and the components among them, as HTML of a page.
 * `react-dom/server` is not available where React renders server components. Omits components that
 * need a browser.
 *
 * @returns HTML that is as safe as the elements: text and attributes are escaped, event handlers
 *   dropped
 */
export async function toPageMarkup(node: unknown): Promise<string> {
  if (typeof node === 'string' || typeof node === 'number') return escapeXml(String(node))
  if (Array.isArray(node)) return (await Promise.all(node.map(toPageMarkup))).join('')
  if (!isValidElement<Props>(node)) return ''
  const { type, props } = node
  if (type === Fragment) return toPageMarkup(props.children)
  // Class components have state and are not supported on the server.
  if (typeof type === 'function')
    return '$$typeof' in type ? '' : toPageMarkup(await Reflect.apply(type, undefined, [props]))
  if (typeof type !== 'string') return ''
  const opening = `<${type}${Object.entries(props).map(writeAttribute).join('')}>`
  return voidElements.has(type)
    ? opening
    : `${opening}${await toPageMarkup(props.children)}</${type}>`
}

function writeAttribute([name, value]: [string, unknown]): string {
  if (name === 'children' || !/^[a-z][\w-]*$/i.test(name) || /^on/i.test(name)) return ''
  const attribute = attributeNames[name] ?? name.toLowerCase()
  if (value === true) return ` ${attribute}${/^(?:aria|data)-/.test(attribute) ? '="true"' : ''}`
  return typeof value === 'string' || typeof value === 'number'
    ? ` ${attribute}="${escapeXml(String(value))}"`
    : ''
}
