/** Hosts whose players a post may hold in an `<iframe>`, beside those that `IFRAME_HOSTS` adds. */
export const knownFrameHosts: readonly string[] = [
  'www.youtube-nocookie.com',
  'player.vimeo.com',
  'open.spotify.com',
  'w.soundcloud.com',
  'codepen.io',
]
