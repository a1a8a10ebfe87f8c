import 'server-only'
import type { Writer } from '@/lib/comments/screening/draft'
import { readAddressProof } from '@/lib/http/cookies/reader-cookies'
import type { Body } from './read-body'

/** Returns the information about the sender of a comment that screening uses. */
export function writerOf(request: Request, fields: Body['fields'], client: string): Writer {
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : undefined)
  return {
    network: client,
    userAgent: request.headers.get('user-agent') ?? '',
    addressProof: readAddressProof(request),
    // The honeypot's name tempts programs that fill in every field.
    trap: text('website'),
    stamp: text('stamp'),
  }
}
