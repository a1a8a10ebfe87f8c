import 'server-only'
import { z } from 'zod'
import { invalid } from '@/lib/i18n/error-text'
import { parseUrl } from '@/lib/text/parse-url'

/**
 * Extends zod's pattern by internationalised top-level domains. Rejects quoted local parts,
 * comments, routes and address literals (RFC 5321, 4.1.2), which real mailboxes do not need.
 */
const pattern = new RegExp(
  String.raw`^(?!\.)(?!.*\.\.)[\w'+.-]*[\w+-]@` +
    String.raw`(?:[A-Za-z\d][A-Za-z\d-]*\.)+(?:[A-Za-z]{2,}|xn--[A-Za-z\d-]{2,59})$`,
)

/** A single address with its host in ASCII. */
export const mailAddress = z
  .email({ pattern, ...invalid('email') })
  .max(254, invalid('tooLong', { max: 254 }))

/** An address as a reader enters it, with its host in any script. */
export const typedAddress = z.preprocess(
  (value) => (typeof value === 'string' ? withAsciiHost(value.trim()) : value),
  mailAddress,
)

/** Letters, digits, hyphens and dots of any script, none of which a URL parser treats specially. */
const hostName = /^[\p{L}\p{M}\p{N}.-]+$/u

/**
 * Returns an address with its host in ASCII (UTS #46, RFC 5890): `ada@bücher.example` becomes
 * `ada@xn--bcher-kva.example`. Returns other text unchanged, for the schema to reject.
 */
export function withAsciiHost(address: string): string {
  const at = address.lastIndexOf('@')
  const host = address.slice(at + 1)
  // Longer input is rejected anyway.
  if (at < 1 || address.length > 1_000 || !hostName.test(host) || !parseUrl(`https://${host}`))
    return address
  return `${address.slice(0, at)}@${new URL(`https://${host}`).hostname}`
}
