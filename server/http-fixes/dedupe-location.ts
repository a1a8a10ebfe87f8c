import type { ServerResponse } from 'node:http'

/**
 * Prevents a duplicate `Location` header. When a dynamic page redirects, Next.js sends the header
 * twice: its own and that of the cached page. Only one is allowed (RFC 9110, 10.2.2), and many
 * clients combine two into an invalid URL.
 */
export function dedupeLocation(response: ServerResponse): void {
  const append = response.appendHeader.bind(response)
  response.appendHeader = (name, value) =>
    name.toLowerCase() === 'location' ? response.setHeader(name, value) : append(name, value)
}
