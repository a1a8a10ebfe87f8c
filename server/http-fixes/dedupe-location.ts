import type { ServerResponse } from 'node:http'

/**
 * Where a page that Next renders for a request redirects, Next says so itself and adds what it keeps of that page, which
 * says it once more. There is one `Location` (RFC 9110, 10.2.2): of two, many a client makes one that leads nowhere.
 */
export function dedupeLocation(response: ServerResponse): void {
  const append = response.appendHeader.bind(response)
  response.appendHeader = (name, value) =>
    name.toLowerCase() === 'location' ? response.setHeader(name, value) : append(name, value)
}
