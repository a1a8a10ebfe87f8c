const allAddresses = new Set(['0.0.0.0', '::'])

/**
 * Returns the origin at which a server is reached from its own machine: over loopback if it listens on all addresses.
 * An IPv6 address is in brackets (RFC 3986, 3.2.2).
 * @param host the configured `HOST`; undefined means all addresses
 */
export function localOrigin(host: string | undefined, port: number): string {
  if (host === undefined || allAddresses.has(host)) return `http://localhost:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
