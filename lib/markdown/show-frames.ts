import 'server-only'
import type { Element, Root } from 'hast'
import { SKIP, visit } from 'unist-util-visit'
import { env } from '@/lib/env'
import { knownFrameHosts } from './iframe-hosts'

/** What they are shown as: most play a film; players of sound are low and as wide as the column. */
const soundHosts = new Set([
  'open.spotify.com',
  'w.soundcloud.com',
  'embed.podcasts.apple.com',
  'bandcamp.com',
])

/** A page that may stand in a post: its address, and the form of its place. */
type FrameSource = { src: string; shape: 'wide' | 'tall' | 'square' | 'sound' }

/**
 * Whether a page may stand in a post: over TLS, on a host that is on the list or in IFRAME_HOSTS, and never on the blog's
 * own, whose frames no sandbox would hold. YouTube's films are asked of its host that sets no cookies.
 */
function readFrameSource(given: string, width: number, height: number): FrameSource | undefined {
  if (!URL.canParse(given)) return undefined
  const url = new URL(given)
  if (/^(?:www\.)?youtube\.com$/.test(url.host) && url.pathname.startsWith('/embed/'))
    url.host = 'www.youtube-nocookie.com'
  const { SITE_URL, IFRAME_HOSTS } = env()
  const isNamed = knownFrameHosts.includes(url.host) || IFRAME_HOSTS.includes(url.host)
  if (
    !isNamed ||
    url.protocol !== 'https:' ||
    url.username !== '' ||
    url.password !== '' ||
    url.origin === SITE_URL
  )
    return undefined
  return { src: url.href, shape: soundHosts.has(url.host) ? 'sound' : shapeOf(width / height) }
}

function shapeOf(ratio: number): FrameSource['shape'] {
  // Where no size is given it is a film.
  if (!Number.isFinite(ratio) || ratio > 1.15) return 'wide'
  return ratio < 0.87 ? 'tall' : 'square'
}

/**
 * What a frame may do: run its own scripts, which cannot reach this page, and open its own site in a new tab. It is on
 * another origin always, hence `allow-same-origin` gives it no more than its own cookies.
 */
const sandbox = [
  'allow-scripts',
  'allow-same-origin',
  'allow-popups',
  'allow-popups-to-escape-sandbox',
  'allow-presentation',
]

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

function frameElement(
  { src, shape }: { src: string; shape: string },
  title: string,
): Pick<Element, 'properties' | 'children'> {
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
  const link: Element = {
    type: 'element',
    tagName: 'a',
    properties: { href: src },
    children: [{ type: 'text', value: src }],
  }
  return [isBlock ? { type: 'element', tagName: 'p', properties: {}, children: [link] } : link]
}
