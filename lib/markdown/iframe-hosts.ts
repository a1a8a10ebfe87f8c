/** Hosts whose players a post may hold in an `<iframe>`. */
const known = ['www.youtube-nocookie.com', 'player.vimeo.com', 'open.spotify.com', 'w.soundcloud.com', 'codepen.io']

/** The hosts that a post's frames, and the policy of its page, are held to. */
export function iframeHosts(): readonly string[] {
  return known
}
