import 'server-only'
import type { Element, Root } from 'hast'
import { SKIP, visit } from 'unist-util-visit'
import { readFrameSource } from './frame-source'

/**
 * What a frame may do: run its own scripts, which cannot reach this page, and open its own site in a new tab. It is on
 * another origin always, hence `allow-same-origin` gives it no more than its own cookies.
 */
const sandbox = ['allow-scripts', 'allow-same-origin', 'allow-popups', 'allow-popups-to-escape-sandbox', 'allow-presentation']

/**
 * A rehype plugin, to run after the list of allowed HTML was held against the tree: a frame of a named host is shown,
 * with our attributes and none of its own but the title; any other is a link to where it would have led, or nothing.
 */
export function showFrames() {
  return (root: Root): void => {
    visit(root, 'element', (element, index, parent) => {
      if (element.tagName !== 'iframe' || !parent || index === undefined) return
      const { src, title, width, height } = element.properties
      const given = typeof src === 'string' ? src : ''
      const frame = readFrameSource(given, Number(width), Number(height))
      if (frame) Object.assign(element, frameElement(frame, typeof title === 'string' ? title : ''))
      else parent.children.splice(index, 1, ...linkTo(given, parent.type === 'root'))
      return [SKIP, index + 1]
    })
  }
}

function frameElement({ src, shape }: { src: string; shape: string }, title: string): Pick<Element, 'properties' | 'children'> {
  const properties = {
    src,
    title: title.trim() || `From ${new URL(src).host}`,
    className: ['embed', `embed-${shape}`],
    loading: 'lazy',
    sandbox,
    allow: 'fullscreen; picture-in-picture; encrypted-media',
    // Players refuse who does not say at all where they stand.
    referrerPolicy: 'strict-origin-when-cross-origin',
  }
  return { properties, children: [] }
}

function linkTo(src: string, isBlock: boolean): Element[] {
  if (!/^https?:\/\//i.test(src) || !URL.canParse(src)) return []
  const link: Element = { type: 'element', tagName: 'a', properties: { href: src }, children: [{ type: 'text', value: src }] }
  return [isBlock ? { type: 'element', tagName: 'p', properties: {}, children: [link] } : link]
}
