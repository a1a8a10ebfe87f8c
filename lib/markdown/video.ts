/** Videos whose URL is alone in a paragraph of a post. Safe to import in a browser. */
import { parseUrl } from '@/lib/text/parse-url'

/** A video that readers can play on the page of the post. */
export type Video = {
  /** The URL of its player, which starts immediately and without cookies if its host permits. */
  player: string
  /** The name of the service. */
  host: 'YouTube' | 'Vimeo'
}

const youtubeHost = /^(?:(?:www|m|music)\.)?(?:youtube\.com|youtube-nocookie\.com|youtu\.be)$/

/** Returns the video of a YouTube or Vimeo page; undefined for any other URL. */
export function readVideo(address: string): Video | undefined {
  const url = parseUrl(address)
  return url && (readYoutube(url) ?? readVimeo(url))
}

function readYoutube({ hostname, pathname, searchParams }: URL): Video | undefined {
  const [, inPath] = /^\/(?:(?:embed|shorts|live)\/)?([\w-]+)\/?$/.exec(pathname) ?? []
  const id = (pathname === '/watch' ? searchParams.get('v') : inPath) ?? ''
  if (!youtubeHost.test(hostname) || !/^[\w-]{11}$/.test(id)) return undefined
  const [, seconds] = /^(\d+)s?$/.exec(searchParams.get('t') ?? '') ?? []
  const start = seconds ? `&start=${seconds}` : ''
  const player = `https://www.youtube-nocookie.com/embed/${id}?autoplay=1${start}`
  return { player, host: 'YouTube' }
}

function readVimeo({ hostname, pathname }: URL): Video | undefined {
  const [, id, hash] = /^\/(?:video\/)?(\d+)(?:\/([\da-f]+))?\/?$/.exec(pathname) ?? []
  if (!/^(?:(?:www|player)\.)?vimeo\.com$/.test(hostname) || !id) return undefined
  const privacy = hash ? `&h=${hash}` : ''
  const player = `https://player.vimeo.com/video/${id}?autoplay=1&dnt=1${privacy}`
  return { player, host: 'Vimeo' }
}
