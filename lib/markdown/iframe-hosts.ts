/** Hosts whose pages are made to stand in others’: a post may hold them in an `<iframe>`, and those that `IFRAME_HOSTS` adds. */
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
