import 'server-only'
import { LRUCache } from 'lru-cache'
import { errors } from 'undici'
import { Semaphore } from '@/lib/concurrency/semaphore'
import { env } from '@/lib/env'
import { AppError } from '@/lib/errors'
import { linkPreviewLimits } from '@/lib/link-previews/link-preview'
import { getBlog } from '@/lib/settings/get-blog'
import { measure } from '@/lib/telemetry/measure'
import { type FetchProfile, pageProfile } from './fetch-profile'
import { type Lookup, lookUpLocally, lookUpPublicly } from './look-up-name'
import { isOwnHost, parseTarget } from './parse-target'
import { RedirectCookies } from './redirect-cookies'
import { type Page, requestPage } from './request-page'
import { PageNotRead, TargetRefused, targetTooSlow, targetUnreachable } from './target-errors'

const fetchSlots = new Semaphore(32)
const hostSlots = new LRUCache<string, Semaphore>({
  max: 10_000,
  memoMethod: () => new Semaphore(4),
})
/** Milliseconds. A slot that is granted later would leave too little time for the fetch itself. */
const slotTimeoutMs = 4_000

/**
 * Runs one request once a slot is free: at most 32 at once in this process and 4 per host.
 * @throws PageNotRead if no slot is free in time
 */
export async function withFetchSlot<T>(
  host: string,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const waiting = AbortSignal.any([signal, AbortSignal.timeout(slotTimeoutMs)])
  let hasSlot = false
  const begin = () => {
    hasSlot = true
    return work()
  }
  try {
    // Acquire the host's slot first: requests that wait for a slow host must not occupy general
    // slots.
    return await hostSlots.memo(host).run(waiting, () => fetchSlots.run(waiting, begin))
  } catch (error) {
    throw hasSlot ? error : new PageNotRead()
  }
}

/** A page with its final URL after redirects, without a fragment. */
export type FetchedPage = Page & { url: URL }

export type FetchOptions = {
  /** Origins that are exempt from the rules on addresses and ports. */
  allowOrigins?: readonly string[]
  lookup?: Lookup
  timeoutMs?: number
  wanted?: FetchProfile
}

/** Names the bot and, if the site has a URL, a contact address. */
function userAgent(): string {
  const { SITE_URL } = env()
  return `Mozilla/5.0 (compatible; AfterwordBot/1.0${SITE_URL ? `; +${SITE_URL}` : ''})`
}

/** Returns the blog's language, the same without its region, then English. */
async function acceptLanguage(): Promise<string> {
  const { language } = await getBlog()
  const languages = new Set([language, new Intl.Locale(language).language, 'en'])
  return [...languages]
    .map((one, index) => (index === 0 ? one : `${one};q=${1 - index / 10}`))
    .join(',')
}

/** Follows a redirect. All errors look alike, because they could map an internal network. */
function followRedirect(location: string, from: URL, allowOrigins: readonly string[]): URL {
  try {
    return parseTarget(new URL(location, from).href, allowOrigins)
  } catch (error) {
    throw targetUnreachable(error)
  }
}

async function follow(
  start: URL,
  signal: AbortSignal,
  options: FetchOptions,
): Promise<FetchedPage> {
  const { allowOrigins = env().LINK_PREVIEW_ALLOW_ORIGINS, wanted = pageProfile } = options
  const cookies = new RedirectCookies()
  const languages = await acceptLanguage()
  let url = start
  for (let redirects = 0; ; redirects++) {
    const target = new URL(url)
    target.hash = ''
    const isExempt = allowOrigins.includes(target.origin)
    if (!isExempt && isOwnHost(target)) throw targetUnreachable()
    const lookup = options.lookup ?? (isExempt ? lookUpLocally : lookUpPublicly)
    const cookie = cookies.headerFor(target)
    const headers = {
      'user-agent': userAgent(),
      'accept-language': languages,
      ...(cookie !== '' && { cookie }),
    }
    const { setCookies, ...response } = await withFetchSlot(target.hostname, signal, () =>
      requestPage(target, { isExempt, lookup, signal, wanted, headers }),
    )
    if (!('location' in response)) return { url: target, ...response }
    if (redirects === linkPreviewLimits.redirectsMax)
      throw new TargetRefused(response.status, 'redirects')
    cookies.keep(target, setCookies)
    url = followRedirect(response.location, target, allowOrigins)
  }
}

/**
 * Fetches a page from the public internet: without credentials, referrer or proxy, and with no
 * cookies except those that its redirects set. A time limit of 5 s covers the wait for a slot, the
 * redirects and the body. If the limit ends a body whose title or head has arrived, the page is
 * truncated.
 *
 * @param url as `parseTarget` returns it
 * @throws AppError `target-unreachable`, `target-refused`, `target-too-slow`; PageNotRead
 */
export function fetchPage(url: URL, options: FetchOptions = {}): Promise<FetchedPage> {
  const signal = AbortSignal.timeout(options.timeoutMs ?? linkPreviewLimits.fetchTimeoutMs)
  return measure('afterword.link_preview', {}, async () => {
    try {
      return await follow(url, signal, options)
    } catch (error) {
      if (error instanceof AppError) throw error
      throw signal.aborted || error instanceof errors.ConnectTimeoutError
        ? targetTooSlow()
        : targetUnreachable(error)
    }
  })
}
