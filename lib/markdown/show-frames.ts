import 'server-only'
import type { Element, Properties, Root } from 'hast'
import { h } from 'hastscript'
import { SKIP, visit } from 'unist-util-visit'
import { env } from '@/lib/env'
import { translator } from '@/lib/i18n/translator'
import { parseUrl } from '@/lib/text/parse-url'
import { knownFrameHosts } from './iframe-hosts'

/**
 * Hosts of audio players, which are low and as wide as the column. Most other frames show video.
 */
const soundHosts = new Set([
  'open.spotify.com',
  'w.soundcloud.com',
  'embed.podcasts.apple.com',
  'bandcamp.com',
])

/**
 * The permissions of a frame: it may run its own scripts, which cannot access this page, and open
 * its own site in a new tab. It is always on another origin, so `allow-same-origin` only gives it
 * access to its own cookies.
 */
const sandbox = [
  'allow-scripts',
  'allow-same-origin',
  'allow-popups',
  'allow-popups-to-escape-sandbox',
  'allow-presentation',
]

function shapeOf(ratio: number): 'wide' | 'tall' | 'square' {
  // Without a size, assume a video.
  if (!Number.isFinite(ratio) || ratio > 1.15) return 'wide'
  return ratio < 0.87 ? 'tall' : 'square'
}

/**
 * Returns the fixed attributes of a frame if it may be embedded: over TLS, and on a host in the
 * list or in IFRAME_HOSTS. Never allows the blog's own origin, whose frames could escape the
 * sandbox. YouTube videos are loaded from its host without cookies.
 */
function frameProperties(src: string, given: Properties): Properties | undefined {
  const url = parseUrl(src)
  if (!url) return undefined
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
  const ratio = Number(given.width) / Number(given.height)
  const title = typeof given.title === 'string' ? given.title.trim() : ''
  return {
    src: url.href,
    title: title || translator('posts')('frame', { host: url.host }),
    className: ['embed', `embed-${soundHosts.has(url.host) ? 'sound' : shapeOf(ratio)}`],
    loading: 'lazy',
    sandbox,
    allow: 'fullscreen; picture-in-picture; encrypted-media',
    // Some players refuse to load without a referrer.
    referrerPolicy: 'strict-origin-when-cross-origin',
  }
}

/**
 * A rehype plugin that must run after sanitising. Shows a frame of an allowed host with fixed
 * attributes, keeping only its title. Replaces any other frame with a link to its source, or
 * removes it.
 */
export function showFrames() {
  return (root: Root): void => {
    visit(root, 'element', (element, index, parent) => {
      if (element.tagName !== 'iframe' || !parent || index === undefined) return
      const src = String(element.properties.src ?? '')
      const properties = frameProperties(src, element.properties)
      const shown = properties
        ? [{ ...element, properties, children: [] }]
        : linkTo(src, parent.type === 'root')
      parent.children.splice(index, 1, ...shown)
      return [SKIP, index + shown.length]
    })
  }
}

function linkTo(src: string, isBlock: boolean): Element[] {
  if (!/^https?:\/\//i.test(src) || !parseUrl(src)) return []
  const link = h('a', { href: src }, src)
  return [isBlock ? h('p', link) : link]
}
