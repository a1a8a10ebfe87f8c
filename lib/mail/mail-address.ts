/** Safe to import in a browser, as what a form takes. */
import { z } from 'zod'

/** As zod’s own, and top-level domains of other scripts as they are on the wire. It has no place for a quoted local part, a comment, a route or an address literal (RFC 5321, 4.1.2): nobody's mailbox needs one. */
const pattern =
  /^(?!\.)(?!.*\.\.)[\w'+.-]*[\w+-]@(?:[A-Za-z\d][A-Za-z\d-]*\.)+(?:[A-Za-z]{2,}|xn--[A-Za-z\d-]{2,59})$/

/** One address, with its host in ASCII, and nothing beside it. */
export const mailAddress = z
  .email({ pattern, error: 'must be an e-mail address' })
  .max(254, 'must have at most 254 characters')

/** An address as a reader types it: with its host in any script. As it is written with a comment, so it is found again. */
export const typedAddress = z.preprocess(
  (value) => (typeof value === 'string' ? withAsciiHost(value.trim()) : value),
  mailAddress,
)

/** A host of letters, digits, hyphens and dots of any script: nothing that a URL would read as something else. */
const hostName = /^[\p{L}\p{M}\p{N}.-]+$/u

/**
 * An address with its host as it is written on the wire (UTS #46, RFC 5890): `ada@bücher.example` is
 * `ada@xn--bcher-kva.example`. What is no address is left as it is, for the schema behind to refuse.
 */
export function withAsciiHost(address: string): string {
  const at = address.lastIndexOf('@')
  const host = address.slice(at + 1)
  // Longer ones are refused anyway: no work is spent on them.
  if (at < 1 || address.length > 1_000 || !hostName.test(host) || !URL.canParse(`https://${host}`))
    return address
  return `${address.slice(0, at)}@${new URL(`https://${host}`).hostname}`
}
