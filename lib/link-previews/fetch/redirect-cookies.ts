const cookiesMax = 20
/** Of a name and its value together; browsers take as much (RFC 6265, 6.1). */
const cookieBytesMax = 4_096

/** RFC 6265, 4.1.1, as far as servers keep to it: nothing that could end the header or the cookie. */
const pair = /^([\x21\x23-\x2b\x2d-\x3a\x3c\x3e-\x7e]+)=([\x20-\x3a\x3c-\x7e]*)$/

type Cookie = { value: string; isSecure: boolean }

/**
 * The cookies of one fetch. Some sites let nobody in who does not bring back what they set a redirect ago; so each goes
 * back to the very host that set it, never to another one of its domain, and is forgotten with the fetch.
 */
export class RedirectCookies {
  readonly #byHost = new Map<string, Map<string, Cookie>>()

  /** Takes what an answer from `url` sets (`Set-Cookie`, RFC 6265, 5.2); one that is set to expire goes. */
  keep(url: URL, setCookies: readonly string[]): void {
    const cookies = this.#byHost.get(url.hostname) ?? new Map<string, Cookie>()
    this.#byHost.set(url.hostname, cookies)
    for (const text of setCookies) {
      const [first = '', ...attributes] = text.split(';').map((part) => part.trim())
      const [, name, value] = pair.exec(first) ?? []
      if (name === undefined || value === undefined || first.length > cookieBytesMax) continue
      if (attributes.some(endsNow)) cookies.delete(name)
      // What was set in secret is not told in the open, should the next redirect lead there.
      else if (cookies.has(name) || cookies.size < cookiesMax)
        cookies.set(name, { value, isSecure: url.protocol === 'https:' })
    }
  }

  /** The `Cookie` header for a request to `url`; `""` where there is nothing to send. */
  headerFor(url: URL): string {
    const cookies = [...(this.#byHost.get(url.hostname) ?? [])]
    return cookies
      .filter(([, { isSecure }]) => !isSecure || url.protocol === 'https:')
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ')
  }
}

/** Whether an attribute says that the cookie is over: `Max-Age=0`, or an `Expires` that has passed. */
function endsNow(attribute: string): boolean {
  const [, name = '', value = ''] = /^(max-age|expires)\s*=(.*)$/is.exec(attribute) ?? []
  if (name === '') return false
  return name.toLowerCase() === 'max-age'
    ? /^(?:0|-\d+)$/.test(value.trim())
    : Date.parse(value) <= Date.now()
}
