import 'server-only'
import type { Writer } from '@/lib/comments/screening/draft'
import { readAddressProof } from '@/lib/http/cookies/address-proof-cookie'
import { clientAddress } from '@/lib/security/client-address'
import type { Body } from './read-body'

/** Who sends a comment, as far as the request says: for the judge alone. */
export function writerOf(request: Request, fields: Body['fields']): Writer {
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : undefined)
  return {
    network: clientAddress(request.headers),
    userAgent: request.headers.get('user-agent') ?? '',
    addressProof: readAddressProof(request),
    // Named so that programs which fill in every field fill it in.
    trap: text('website'),
    stamp: text('stamp'),
  }
}
