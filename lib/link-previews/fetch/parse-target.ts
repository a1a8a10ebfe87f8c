import { env, siteOrigin } from '@/lib/env'
import { AppError } from '@/lib/errors'
import { validationText } from '@/lib/i18n/error-text'
import { linkPreviewLimits } from '@/lib/link-previews/link-preview'
import { parseUrl } from '@/lib/text/parse-url'
import { hasPublicHost } from './public-address'

/** Parameters that track the origin of a visit and do not affect the page. */
const trackingParameters = new Set(
  `_branch_match_id _ga _gl _hsenc _hsmi _openstat __hsfp __hssc __hstc dclid epik fbclid
  gad_source gbraid gclid gclsrc hsctatracking igsh igshid li_fat_id mc_cid mc_eid mkt_tok
  ml_subscriber ml_subscriber_hash msclkid oly_anon_id oly_enc_id rb_clickid s_cid srsltid ttclid
  twclid vero_conv vero_id wbraid wickedid yclid`.split(/\s+/),
)

function isTracking(parameter: string): boolean {
  const name = (parameter.split('=', 1)[0] ?? '').toLowerCase()
  return name.startsWith('utm_') || trackingParameters.has(name)
}

/** Removes tracking parameters from a query. The others keep their spelling. */
function withoutTracking(search: string): string {
  // `URLSearchParams` would re-encode them, and a page may distinguish `%20` from `+`.
  return search
    .slice(1)
    .split('&')
    .filter((parameter) => !isTracking(parameter))
    .join('&')
}

const ports = new Set(['', '80', '443', '8080', '8443'])

/** The limit after percent-encoding. A B-tree key in PostgreSQL has at most 2,704 bytes. */
const serialisedLengthMax = 2_560

type Reason = Extract<Parameters<typeof validationText>[0], `url${string}`>

function invalidUrl(reason: Reason): AppError {
  const message = validationText(reason)
  return new AppError('invalid-url', message, [{ field: 'url', message }])
}

function parseHttpUrl(text: string): URL {
  const { urlLengthMax } = linkPreviewLimits
  if ([...text.normalize('NFC')].length > urlLengthMax) throw invalidUrl('urlTooLong')
  // `URL` silently repairs these cases: `http:host`, backslashes, line breaks, lone surrogates.
  const isAbsolute =
    /^\s*https?:\/\//i.test(text) && text.isWellFormed() && !/\p{Cc}/u.test(text.trim())
  const url = isAbsolute ? parseUrl(text) : undefined
  if (!url) throw invalidUrl('url')
  if (url.href.length > serialisedLengthMax) throw invalidUrl('urlTooLongEncoded')
  return url
}

/**
 * Parses the URL of a page that may be fetched. Checks only the text; the addresses of its host are
 * checked when connecting.
 *
 * @param allowOrigins origins that may use any port and any address
 * @throws AppError `invalid-url` if the text is not an absolute http(s) URL or is longer than 2,048
 *   characters. Also if it has credentials, a host off the public internet, or a port other than
 *   80, 443, 8080 and 8443.
 */
export function parseTarget(
  text: string,
  allowOrigins: readonly string[] = env().LINK_PREVIEW_ALLOW_ORIGINS,
): URL {
  const url = parseHttpUrl(text)
  if (url.username !== '' || url.password !== '') throw invalidUrl('urlCredentials')
  if (allowOrigins.includes(url.origin)) return url
  if (!hasPublicHost(url)) throw invalidUrl('urlHost')
  if (!ports.has(url.port)) throw invalidUrl('urlPort')
  return url
}

/** Returns whether a URL has the host of this blog. */
export function isOwnHost(url: URL): boolean {
  return new URL(siteOrigin()).hostname === url.hostname.replace(/\.$/, '')
}

/**
 * Returns the key under which all spellings of a link are stored, a URL of the same page. Removes
 * the fragment, default port and known tracking parameters, and writes the host in lower case.
 */
export function linkPreviewKey(url: URL): string {
  const key = new URL(url)
  key.hash = ''
  key.search = withoutTracking(key.search)
  return key.href
}

/** Returns the key of a URL in a text; undefined if the URL must not be fetched. */
export function findLinkPreviewKey(url: string): string | undefined {
  try {
    return linkPreviewKey(parseTarget(url))
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}
