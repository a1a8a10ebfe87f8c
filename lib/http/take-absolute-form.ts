import type { IncomingMessage } from 'node:http'

/**
 * Reads a request that names a whole address, as one to a proxy does, as one to this blog: its authority counts for more than `Host`
 * (RFC 9112, 3.2.2). Next would send whoever asks to that address.
 */
export function takeAbsoluteForm(request: IncomingMessage): void {
  const [, authority, rest = ''] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(request.url ?? '') ?? []
  if (authority === undefined) return
  request.url = rest.startsWith('/') ? rest : `/${rest}`
  request.headers.host = authority
}
