import 'server-only'
import { errors } from 'undici'
import { env } from '@/lib/env'
import { AppError } from '@/lib/errors'
import { type Lookup, lookUpName } from './connect-publicly'
import { withFetchSlot } from './fetch-slots'
import { linkPreviewLimits } from './link-preview'
import { parseTarget } from './parse-target'
import { requestPage } from './request-page'
import { targetRefused, targetTooSlow, targetUnreachable } from './target-errors'
import { type Wanted, wantedPage } from './wanted'

/** A page as it was found. */
export type FetchedPage = {
  /** After redirects, without a fragment. */
  url: URL
  status: number
  /** The header as it came; `""` where there was none. */
  contentType: string
  cacheControl: string
  /** Decompressed, and cut at the limit. Empty where the target is not what was wanted. */
  bytes: Uint8Array
}

export type FetchOptions = {
  signal?: AbortSignal
  /** Exempt from the rules on addresses and ports. */
  allowOrigins?: readonly string[]
  lookup?: Lookup
  timeoutMs?: number
  /** A page, unless told otherwise. */
  wanted?: Wanted
}

/** Says who asks and, where the site has an address, where to complain. */
function userAgent(): string {
  const { SITE_URL } = env()
  return `Mozilla/5.0 (compatible; AfterwordBot/1.0${SITE_URL ? `; +${SITE_URL}` : ''})`
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

async function follow(start: URL, signal: AbortSignal, options: FetchOptions): Promise<FetchedPage> {
  const { allowOrigins = env().LINK_PREVIEW_ALLOW_ORIGINS, lookup = lookUpName, wanted = wantedPage } = options
  let url = start
  for (let redirects = 0; ; redirects++) {
    const target = new URL(url)
    target.hash = ''
    const isExempt = allowOrigins.includes(target.origin)
    const answer = await withFetchSlot(target.hostname, signal, () =>
      requestPage(target, { isExempt, lookup, signal, userAgent: userAgent(), wanted }),
    )
    if (!('location' in answer)) return { url: target, ...answer }
    if (redirects === linkPreviewLimits.redirectsMax) throw targetRefused(answer.status, ' once too often')
    url = followRedirect(answer.location, target, allowOrigins)
  }
}

/**
 * Fetches a page from the public internet as a stranger: no cookies, no referrer, no proxy. One budget of 5 s holds for
 * all of it, the wait for a turn, redirects and body included.
 *
 * @param url as `parseTarget` gives it
 * @throws AppError `target-unreachable`, `target-refused`, `target-too-slow`; the reason of `options.signal` where that
 *   was aborted
 */
export async function fetchPage(url: URL, options: FetchOptions = {}): Promise<FetchedPage> {
  const budget = AbortSignal.timeout(options.timeoutMs ?? linkPreviewLimits.fetchTimeoutMs)
  const signal = options.signal ? AbortSignal.any([budget, options.signal]) : budget
  try {
    return await follow(url, signal, options)
  } catch (error) {
    if (error instanceof AppError) throw error
    options.signal?.throwIfAborted()
    throw budget.aborted || error instanceof errors.ConnectTimeoutError ? targetTooSlow() : targetUnreachable(error)
  }
}
