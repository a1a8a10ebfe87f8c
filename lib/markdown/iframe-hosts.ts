/**
 * Hosts whose pages are made for embedding. A post may contain them in an `<iframe>`, as well as
 * hosts in `IFRAME_HOSTS`.
 */
export const knownFrameHosts: readonly string[] = [
  'www.youtube-nocookie.com',
  'player.vimeo.com',
  'open.spotify.com',
  'w.soundcloud.com',
  'embed.podcasts.apple.com',
  'bandcamp.com',
  'codepen.io',
  'codesandbox.io',
  'stackblitz.com',
  'www.openstreetmap.org',
  'archive.org',
]
