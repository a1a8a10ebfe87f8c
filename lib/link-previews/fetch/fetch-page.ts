import 'server-only'
import { errors } from 'undici'
import { Semaphore } from '@/lib/concurrency/semaphore'
import { env } from '@/lib/env'
import { AppError } from '@/lib/errors'
import { linkPreviewLimits } from '@/lib/link-previews/link-preview'
import { getBlog } from '@/lib/settings/get-blog'
import { type FetchProfile, pageProfile } from './fetch-profile'
import { type Lookup, lookUpLocally, lookUpPublicly } from './look-up-name'
import { isOwnHost } from './own-address'
import { parseTarget } from './parse-target'
import { RedirectCookies } from './redirect-cookies'
import { requestPage } from './request-page'
import { targetRefused, targetTooSlow, targetUnreachable } from './target-errors'

const inAll = new Semaphore(32)
const hostPlacesMax = 4
const byHost = new Map<string, Semaphore>()

/**
 * Runs one request when its turn comes: at most 32 at once in this process and 4 to one host.
 * @throws the signal's reason where it is aborted before
 */
export async function withFetchSlot<T>(
  host: string,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const ofHost = byHost.get(host) ?? new Semaphore(hostPlacesMax)
  byHost.set(host, ofHost)
  try {
    // First the host's: those who wait for a slow host must not hold places that others could use.
    return await ofHost.hold(signal, () => inAll.hold(signal, work))
  } finally {
    if (ofHost.isIdle && byHost.get(host) === ofHost) byHost.delete(host)
  }
}

/** A page as it was found. */
export type FetchedPage = {
  /** After redirects, without a fragment. */
  url: URL
  /** Of success; 304 only where `validators` were given, and still hold. */
  status: number
  /** The header as it came; `""` where there was none, as for the four that follow. */
  contentType: string
  /** The file name in `Content-Disposition`. */
  fileName: string
  cacheControl: string
  etag: string
  lastModified: string
  /** Decompressed, and cut at the limit. Empty where what was found is not what was wanted, and with a 304. */
  bytes: Uint8Array
  /** Whether the connection broke or the time limit ended before the body did. */
  isCut: boolean
}

/** What a page said of itself when it was last read, by which it can tell whether it has changed (RFC 9110, 8.8). */
export type Validators = { etag: string; lastModified: string }

export type FetchOptions = {
  signal?: AbortSignal
  /** Exempt from the rules on addresses and ports. */
  allowOrigins?: readonly string[]
  lookup?: Lookup
  timeoutMs?: number
  /** A page, unless said otherwise. */
  wanted?: FetchProfile
  /** As the very URL gave them that is fetched, not one it redirects to. */
  validators?: Validators | undefined
}

/** Says who asks and, where the site has an address, where to complain. */
function userAgent(): string {
  const { SITE_URL } = env()
  return `Mozilla/5.0 (compatible; AfterwordBot/1.0${SITE_URL ? `; +${SITE_URL}` : ''})`
}

/** Returns the `Accept-Language` header: the blog's language, without its region too, then English. */
async function acceptLanguage(): Promise<string> {
  const { language } = await getBlog()
  const languages = new Set([language, new Intl.Locale(language).language, 'en'])
  return [...languages]
    .map((one, index) => (index === 0 ? one : `${one};q=${1 - index / 10}`))
    .join(',')
}

/** Where a redirect leads, under the rules for any other URL. Why not is nobody's business: it may map an inner network. */
function followRedirect(location: string, from: URL, allowOrigins: readonly string[]): URL {
  if (!URL.canParse(location, from)) throw targetUnreachable()
  try {
    return parseTarget(new URL(location, from).href, allowOrigins)
  } catch (error) {
    throw targetUnreachable(error)
  }
}

/** RFC 9110, 13.1: a page that is what it was need not be sent again. */
function conditionsOf({ etag, lastModified }: Validators): Record<string, string> {
  return { 'if-none-match': etag, 'if-modified-since': lastModified }
}

async function follow(
  start: URL,
  signal: AbortSignal,
  options: FetchOptions,
): Promise<FetchedPage> {
  const {
    allowOrigins = env().LINK_PREVIEW_ALLOW_ORIGINS,
    validators,
    wanted = pageProfile,
  } = options
  const cookies = new RedirectCookies()
  const languages = wanted.isText ? await acceptLanguage() : ''
  let url = start
  for (let redirects = 0; ; redirects++) {
    const target = new URL(url)
    target.hash = ''
    const isExempt = allowOrigins.includes(target.origin)
    if (!isExempt && isOwnHost(target)) throw targetUnreachable()
    const lookup = options.lookup ?? (isExempt ? lookUpLocally : lookUpPublicly)
    const conditions = redirects === 0 && validators ? conditionsOf(validators) : {}
    const headers = {
      'user-agent': userAgent(),
      'accept-language': languages,
      cookie: cookies.headerFor(target),
      ...conditions,
    }
    const { setCookies, ...answer } = await withFetchSlot(target.hostname, signal, () =>
      requestPage(target, { isExempt, lookup, signal, wanted, headers }),
    )
    if (!('location' in answer)) return { url: target, ...answer }
    if (redirects === linkPreviewLimits.redirectsMax)
      throw targetRefused(answer.status, ' once too often')
    cookies.keep(target, setCookies)
    url = followRedirect(answer.location, target, allowOrigins)
  }
}

/**
 * Fetches a page from the public internet: without credentials, referrer and proxy, and with no cookies but those that its
 * redirects set. A time limit of 5 s covers the wait for a turn, the redirects and the body. A body that does not end in
 * that time is cut if its title or head has come.
 *
 * @param url as `parseTarget` gives it
 * @throws AppError `target-unreachable`, `target-refused`, `target-too-slow`; the reason of `options.signal` where that
 *   was aborted
 */
export async function fetchPage(url: URL, options: FetchOptions = {}): Promise<FetchedPage> {
  const budget = AbortSignal.timeout(options.timeoutMs ?? linkPreviewLimits.fetchTimeoutMs)
  const signal = options.signal ? AbortSignal.any([budget, options.signal]) : budget
  try {
    const page = await follow(url, signal, options)
    options.signal?.throwIfAborted()
    return page
  } catch (error) {
    if (error instanceof AppError) throw error
    options.signal?.throwIfAborted()
    throw budget.aborted || error instanceof errors.ConnectTimeoutError
      ? targetTooSlow()
      : targetUnreachable(error)
  }
}
