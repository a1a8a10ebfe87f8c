import { type Cookie, parseCookie } from 'undici'

const cookiesMax = 20

/** The characters that servers send in practice (RFC 6265, 4.1.1). None could end the header. */
const plainCookie = /^[!-<>-~]+=[ -~]*$/

function isExpired({ maxAge, expires }: Cookie): boolean {
  return maxAge === undefined ? Number(expires ?? Infinity) <= Date.now() : maxAge <= 0
}

/**
 * The cookies of one fetch. Some sites only serve visitors who return a cookie that an earlier
 * redirect set. Each cookie goes back only to the host that set it, never to other hosts of its
 * domain. All are discarded after the fetch.
 */
export class RedirectCookies {
  /** Values by name, for each host and protocol: https cookies are not sent over http. */
  readonly #bySite = new Map<string, Map<string, string>>()

  /** Stores the cookies that a response from `url` sets, and deletes those that it expires. */
  keep({ protocol, hostname }: URL, setCookies: readonly string[]): void {
    const cookies = this.#bySite.get(protocol + hostname) ?? new Map<string, string>()
    this.#bySite.set(protocol + hostname, cookies)
    for (const cookie of setCookies.map((text) => parseCookie(text))) {
      if (!cookie || !plainCookie.test(`${cookie.name}=${cookie.value}`)) continue
      if (isExpired(cookie)) cookies.delete(cookie.name)
      else if (cookies.has(cookie.name) || cookies.size < cookiesMax)
        cookies.set(cookie.name, cookie.value)
    }
  }

  headerFor({ protocol, hostname }: URL): string {
    // A redirect from http to https may have set its cookie before.
    const sites = protocol === 'https:' ? ['http:', 'https:'] : ['http:']
    const cookies = sites.flatMap((site) => [...(this.#bySite.get(site + hostname) ?? [])])
    return [...new Map(cookies)].map(([name, value]) => `${name}=${value}`).join('; ')
  }
}
