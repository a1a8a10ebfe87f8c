import { env, siteOrigin } from '@/lib/env'
import { AppError } from '@/lib/errors'
import { validationText } from '@/lib/i18n/error-text'
import { linkPreviewLimits } from '@/lib/link-previews/link-preview'
import { parseUrl } from '@/lib/text/parse-url'
import { hasPublicHost } from './public-address'

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
