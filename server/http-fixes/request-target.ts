import type { IncomingMessage } from 'node:http'
import { errorText } from '@/lib/i18n/error-text'
import { parseUrl } from '@/lib/text/parse-url'

/** A host name, an IPv4 address or an IPv6 address in brackets, and a port. No user information. */
const authority = /^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d*)?$/i
/**
 * A path segment that is `.` or `..`, even percent-encoded: URL parsers resolve it (WHATWG URL,
 * 4.4).
 */
const dotSegment = /[/\\](?:\.|%2e){1,2}(?:[/\\?#]|$)/i

/**
 * Checks the `Host` header and the request target (RFC 9112, 3.2), and rewrites the target to the
 * path that Next.js routes by. The authority of an absolute URI replaces a valid `Host` (3.2.2):
 * Next.js would redirect the client to it. `.` and `..` are resolved, because every check in front
 * of Next.js reads the path.
 *
 * @returns the error of the request, to be sent with status 400; undefined if it is valid
 */
export function readTarget(request: IncomingMessage): string | undefined {
  const detail = checkHost(request)
  if (detail) return detail
  const target = request.url ?? ''
  const [, absolute, rest = ''] = /^https?:\/\/([^/?#\\]*)(.*)$/is.exec(target) ?? []
  if (absolute !== undefined) {
    if (!isAuthority(absolute)) return errorText('targetHost')
    request.headers.host = absolute
  }
  const path = absolute === undefined ? target : rest.startsWith('/') ? rest : `/${rest}`
  if (!path.startsWith('/')) return errorText('target')
  request.url = dotSegment.test(path) ? withoutDotSegments(path) : path
  return undefined
}

function checkHost({ rawHeaders, headers, httpVersion }: IncomingMessage): string | undefined {
  const hosts = rawHeaders.filter(
    (name, index) => index % 2 === 0 && name.toLowerCase() === 'host',
  ).length
  if (hosts > 1) return errorText('hosts')
  // HTTP/1.0 has no Host header.
  const isValid = headers.host === undefined ? httpVersion === '1.0' : isAuthority(headers.host)
  return isValid ? undefined : errorText('host')
}

function isAuthority(host: string): boolean {
  return authority.test(host) && parseUrl(`http://${host}`) !== undefined
}

function withoutDotSegments(path: string): string {
  const { pathname, search } = new URL(`http://localhost${path}`)
  return pathname + search
}
