const cookiesMax = 20
/** Bytes of a name and its value, the minimum that browsers support (RFC 6265, 6.1). */
const cookieBytesMax = 4_096

/** The pairs that servers send in practice (RFC 6265, 4.1.1). Nothing could end the header. */
const pair = /^([\x21\x23-\x2b\x2d-\x3a\x3c\x3e-\x7e]+)=([\x20-\x3a\x3c-\x7e]*)$/

type Cookie = { value: string; isSecure: boolean }

/**
 * The cookies of one fetch. Some sites only serve visitors who return a cookie that an earlier
 * redirect set. Each cookie goes back only to the host that set it, never to other hosts of its
 * domain. All are discarded after the fetch.
 */
export class RedirectCookies {
  readonly #byHost = new Map<string, Map<string, Cookie>>()

  /**
   * Stores the cookies that a response from `url` sets (`Set-Cookie`, RFC 6265, 5.2), and deletes
   * those that it expires.
   */
  keep(url: URL, setCookies: readonly string[]): void {
    const cookies = this.#byHost.get(url.hostname) ?? new Map<string, Cookie>()
    this.#byHost.set(url.hostname, cookies)
    for (const text of setCookies) {
      const [first = '', ...attributes] = text.split(';').map((part) => part.trim())
      const [, name, value] = pair.exec(first) ?? []
      if (name === undefined || value === undefined || first.length > cookieBytesMax) continue
      if (attributes.some(isExpired)) cookies.delete(name)
      // A cookie that was set over https is not sent over http if a later redirect leads there.
      else if (cookies.has(name) || cookies.size < cookiesMax)
        cookies.set(name, { value, isSecure: url.protocol === 'https:' })
    }
  }

  headerFor(url: URL): string {
    const cookies = [...(this.#byHost.get(url.hostname) ?? [])]
    return cookies
      .filter(([, { isSecure }]) => !isSecure || url.protocol === 'https:')
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ')
  }
}

/** `Max-Age=0`, or an `Expires` date in the past. */
function isExpired(attribute: string): boolean {
  const [, name = '', value = ''] = /^(max-age|expires)\s*=(.*)$/is.exec(attribute) ?? []
  if (name === '') return false
  return name.toLowerCase() === 'max-age'
    ? /^(?:0|-\d+)$/.test(value.trim())
    : Date.parse(value) <= Date.now()
}
