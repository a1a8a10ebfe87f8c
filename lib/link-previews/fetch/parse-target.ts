import { env } from '@/lib/env'
import { AppError } from '@/lib/errors'
import { linkPreviewLimits } from '@/lib/link-previews/link-preview'
import { hasPublicHost } from './public-host'

/** Parameters that tell a site where a visitor came from, and change nothing of the page. */
const trackingParameters = new Set(
  `_branch_match_id _ga _gl _hsenc _hsmi _openstat __hsfp __hssc __hstc dclid epik fbclid gad_source gbraid gclid gclsrc
  hsctatracking igsh igshid li_fat_id mc_cid mc_eid mkt_tok ml_subscriber ml_subscriber_hash msclkid oly_anon_id
  oly_enc_id rb_clickid s_cid srsltid ttclid twclid vero_conv vero_id wbraid wickedid yclid`.split(
    /\s+/,
  ),
)

function isTracking(parameter: string): boolean {
  const name = (parameter.split('=', 1)[0] ?? '').toLowerCase()
  return name.startsWith('utm_') || trackingParameters.has(name)
}

/** A URL's query (`?a=1&utm_source=x`) without the known tracking parameters; the others stay as they were written. */
function withoutTracking(search: string): string {
  // `URLSearchParams` would write them anew, and a page may tell `%20` from `+`.
  return search
    .slice(1)
    .split('&')
    .filter((parameter) => !isTracking(parameter))
    .join('&')
}

const ports = new Set(['', '80', '443', '8080', '8443'])

/** What percent-encoding may make of it. A B-tree key of PostgreSQL holds 2,704 bytes. */
const serialisedLengthMax = 2_560

function invalid(message: string): AppError {
  return new AppError('invalid-url', `The URL ${message}.`, [{ field: 'url', message }])
}

function parseUrl(text: string): URL {
  const { urlLengthMax } = linkPreviewLimits
  if ([...text.normalize('NFC')].length > urlLengthMax)
    throw invalid('must have at most 2,048 characters')
  // `URL` repairs what follows here in silence: `http:host`, backslashes, line breaks, lone surrogates.
  const isAbsolute =
    /^\s*https?:\/\//i.test(text) && text.isWellFormed() && !/\p{Cc}/u.test(text.trim())
  if (!isAbsolute || !URL.canParse(text)) throw invalid('must be an absolute http: or https: URL')
  const url = new URL(text)
  if (url.href.length > serialisedLengthMax)
    throw invalid('must have at most 2,048 characters, percent-encoded')
  return url
}

/**
 * The URL of a page that may be fetched, as far as its writing tells: where its name leads is judged at the connection.
 *
 * @param allowOrigins origins that may be on any port and any address
 * @throws AppError `invalid-url` where it is no absolute http(s) URL, is longer than 2,048 characters, has a user name or
 *   a password, names an address or a name not of the public internet, or is on a port other than 80, 443, 8080 and 8443
 */
export function parseTarget(
  text: string,
  allowOrigins: readonly string[] = env().LINK_PREVIEW_ALLOW_ORIGINS,
): URL {
  const url = parseUrl(text)
  if (url.username !== '' || url.password !== '')
    throw invalid('must not have a user name or a password in it')
  if (allowOrigins.includes(url.origin)) return url
  // The stronger reason first: who moved it to another port would only be refused again.
  if (!hasPublicHost(url)) throw invalid('must name a host on the public internet')
  if (!ports.has(url.port)) throw invalid('must be on port 80, 443, 8080 or 8443')
  return url
}

/**
 * The one form under which all spellings of a link are kept: without fragment, default port and known tracking
 * parameters, the host in lower case. It is a URL of the same page.
 */
export function linkPreviewKey(url: URL): string {
  const key = new URL(url)
  key.hash = ''
  key.search = withoutTracking(key.search)
  return key.href
}

/** The key of a URL as it stands in a text; undefined where it is none that may be fetched. */
export function findLinkPreviewKey(url: string): string | undefined {
  try {
    return linkPreviewKey(parseTarget(url))
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}
