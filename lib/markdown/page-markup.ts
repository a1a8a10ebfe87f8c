import 'server-only'
import { Fragment, isValidElement, type JSXElementConstructor, type ReactNode } from 'react'
import { escapeXml } from './escape-xml'

type Props = Record<string, unknown> & { children?: ReactNode }

/** What React calls otherwise than HTML does; all else is the same in small letters. */
const attributeNames: Record<string, string> = { className: 'class', htmlFor: 'for' }

/** Elements without a closing tag (HTML standard, “Void elements”). */
const voidElements = new Set(['br', 'col', 'hr', 'img', 'input', 'source', 'wbr'])

/**
 * Elements of the Markdown renderers, and the components that stand among them, as HTML of a page. (`react-dom/server` is
 * not to be had where React renders server components.) A component that needs a browser is left out.
 *
 * @returns HTML that is as safe as the elements are: text and attributes are escaped, handlers dropped
 */
export async function toPageMarkup(node: ReactNode): Promise<string> {
  if (typeof node === 'string' || typeof node === 'number') return escapeXml(String(node))
  if (Array.isArray(node)) return (await Promise.all(node.map(toPageMarkup))).join('')
  if (!isValidElement<Props>(node)) return ''
  const { type, props } = node
  if (type === Fragment) return toPageMarkup(props.children)
  if (typeof type === 'function')
    return '$$typeof' in type ? '' : toPageMarkup(await drawComponent(type, props))
  if (typeof type !== 'string') return ''
  const opening = `<${type}${Object.entries(props).map(writeAttribute).join('')}>`
  return voidElements.has(type)
    ? opening
    : `${opening}${await toPageMarkup(props.children)}</${type}>`
}

/** A class has state, and no place in what a server draws. */
async function drawComponent(
  component: JSXElementConstructor<Props>,
  props: Props,
): Promise<ReactNode> {
  const drawn: unknown = await Reflect.apply(component, undefined, [props])
  return typeof drawn === 'string' ||
    typeof drawn === 'number' ||
    Array.isArray(drawn) ||
    isValidElement(drawn)
    ? drawn
    : undefined
}

function writeAttribute([name, value]: [string, unknown]): string {
  if (name === 'children' || !/^[a-z][\w-]*$/i.test(name) || /^on/i.test(name)) return ''
  const written = attributeNames[name] ?? name.toLowerCase()
  if (value === true) return ` ${written}${/^(?:aria|data)-/.test(written) ? '="true"' : ''}`
  return typeof value === 'string' || typeof value === 'number'
    ? ` ${written}="${escapeXml(String(value))}"`
    : ''
}
