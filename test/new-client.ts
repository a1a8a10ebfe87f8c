/** An ordinary browser's: what says nothing is counted as a bot. */
export const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

let clients = 0

/**
 * An address in a network that no other client of this process has, so that no limit and no flood rule is met: four
 * million networks (/24), each first as its .1, before a second address comes from the first.
 */
export function newClient(): string {
  clients += 1
  return `${11 + ((clients >> 16) & 63)}.${(clients >> 8) & 255}.${clients & 255}.${1 + (clients >> 22)}`
}

/** The headers of a request that such a client sends through one proxy. */
export const asNewClient = () => ({ 'x-forwarded-for': newClient() })
