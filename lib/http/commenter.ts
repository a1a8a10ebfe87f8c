import 'server-only'
import { honeypotName } from '@/lib/comments/comment'
import type { Commenter } from '@/lib/comments/screening/draft'
import { readAddressProof } from '@/lib/http/cookies/reader-cookies'
import type { Body } from './read-body'

/** Returns the information about the sender of a comment that screening uses. */
export function commenterOf(request: Request, fields: Body['fields'], client: string): Commenter {
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : undefined)
  return {
    network: client,
    userAgent: request.headers.get('user-agent') ?? '',
    addressProof: readAddressProof(request),
    trap: text(honeypotName),
    stamp: text('stamp'),
  }
}
