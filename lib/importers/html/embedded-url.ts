/** Players, by their hosts, and the page of what they play: that page makes a card. */
const players: { host: RegExp; path: RegExp; page: (id: string) => string }[] = [
  { host: /(?:^|\.)youtube(?:-nocookie)?\.com$/, path: /^\/embed\/([\w-]{6,})/, page: (id) => `https://www.youtube.com/watch?v=${id}` },
  { host: /^player\.vimeo\.com$/, path: /^\/video\/(\d+)/, page: (id) => `https://vimeo.com/${id}` },
  { host: /^open\.spotify\.com$/, path: /^\/embed\/(\w+\/\w+)/, page: (id) => `https://open.spotify.com/${id}` },
  { host: /(?:^|\.)dailymotion\.com$/, path: /^\/embed\/video\/(\w+)/, page: (id) => `https://www.dailymotion.com/video/${id}` },
  {
    host: /^codepen\.io$/,
    path: /^\/([\w-]+\/embed\/(?:preview\/)?\w+)/,
    page: (id) => `https://codepen.io/${id.replace(/\/embed\/(?:preview\/)?/, '/pen/')}`,
  },
]

/**
 * What an `<iframe>` shows, as the address of a page.
 * @returns undefined where it shows nothing of the web; `isKnown` where it is the page itself and not what the frame loads
 */
export function embeddedUrl(source: string): { url: string; isKnown: boolean } | undefined {
  const address = source.startsWith('//') ? `https:${source}` : source
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return undefined
  const url = new URL(address)
  for (const { host, path, page } of players) {
    const [, id] = host.test(url.hostname) ? (path.exec(url.pathname) ?? []) : []
    if (id !== undefined) return { url: page(id), isKnown: true }
  }
  return { url: url.href, isKnown: false }
}
