const allAddresses = new Set(['0.0.0.0', '::'])

/**
 * Returns the origin of a server for requests from its own machine: loopback if it listens on all
 * addresses. IPv6 addresses are in brackets (RFC 3986, 3.2.2).
 * @param host the configured `HOST`; undefined means all addresses
 */
export function localOrigin(host: string | undefined, port: number): string {
  if (host === undefined || allAddresses.has(host)) return `http://localhost:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
