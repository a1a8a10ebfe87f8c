import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { AppError } from '@/lib/errors'
import { type Erased, eraseReaderData } from './erase-reader-data'
import { findReader } from './find-reader'

/**
 * Erases for the owner all that was written under an address, or by who wrote a comment.
 * @throws AppError `unauthorized`, `forbidden`, `not-found` where nothing is kept; DatabaseUnavailable
 */
export async function eraseReader(
  actor: Actor | undefined,
  addressOrCommentId: string,
): Promise<Erased> {
  requireRole(actor, 'owner')
  const claim = await findReader(actor, addressOrCommentId)
  // What was typed is no part of the answer: it may be an address.
  if (!claim) throw new AppError('not-found', 'Nothing is kept of that address or comment.')
  return eraseReaderData(claim)
}
