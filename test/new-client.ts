/** The user agent of an ordinary browser: clients without one count as bots. */
export const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

let clients = 0

/**
 * Returns an address in a network that no other client of this process has, to avoid limits and the
 * flood rule. There are four million networks (/24), each used with its .1 before any second
 * address.
 */
export function newClient(): string {
  clients += 1
  return [
    11 + ((clients >> 16) & 63),
    (clients >> 8) & 255,
    clients & 255,
    1 + (clients >> 22),
  ].join('.')
}

/** Returns the headers of a request from such a client through one proxy. */
export const asNewClient = () => ({ 'x-forwarded-for': newClient() })
