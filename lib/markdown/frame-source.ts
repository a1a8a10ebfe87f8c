import 'server-only'
import { env } from '@/lib/env'
import { knownFrameHosts } from './iframe-hosts'

/** What they are shown as: most play a film; players of sound are low and as wide as the column. */
const soundHosts = new Set(['open.spotify.com', 'w.soundcloud.com', 'embed.podcasts.apple.com', 'bandcamp.com'])

/** A page that may stand in a post: its address, and the form of its place. */
export type FrameSource = { src: string; shape: 'wide' | 'tall' | 'square' | 'sound' }

/**
 * Whether a page may stand in a post: over TLS, on a host that is on the list or in IFRAME_HOSTS, and never on the blog's
 * own, whose frames no sandbox would hold. YouTube's films are asked of its host that sets no cookies.
 */
export function readFrameSource(given: string, width: number, height: number): FrameSource | undefined {
  if (!URL.canParse(given)) return undefined
  const url = new URL(given)
  if (/^(?:www\.)?youtube\.com$/.test(url.host) && url.pathname.startsWith('/embed/')) url.host = 'www.youtube-nocookie.com'
  const { SITE_URL, IFRAME_HOSTS } = env()
  const isNamed = knownFrameHosts.includes(url.host) || IFRAME_HOSTS.includes(url.host)
  if (!isNamed || url.protocol !== 'https:' || url.username !== '' || url.password !== '' || url.origin === SITE_URL) return undefined
  return { src: url.href, shape: soundHosts.has(url.host) ? 'sound' : shapeOf(width / height) }
}

function shapeOf(ratio: number): FrameSource['shape'] {
  // Where no size is given it is a film.
  if (!Number.isFinite(ratio) || ratio > 1.15) return 'wide'
  return ratio < 0.87 ? 'tall' : 'square'
}
