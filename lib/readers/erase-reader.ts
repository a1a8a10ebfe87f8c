import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { AppError } from '@/lib/errors'
import { translator } from '@/lib/i18n/translator'
import { type Erased, eraseReaderData } from './erase-reader-data'
import { findReader } from './find-reader'

/**
 * Erases, for the owner, all data of the reader with an address or of the author of a comment.
 * @throws AppError `unauthorized`, `forbidden`, `not-found` if nothing is stored;
 * DatabaseUnavailable
 */
export async function eraseReader(
  actor: Actor | undefined,
  addressOrCommentId: string,
): Promise<Erased> {
  requireRole(actor, 'owner')
  const claim = await findReader(actor, addressOrCommentId)
  // The message omits the input, which may be an address.
  if (!claim) throw new AppError('not-found', translator('readers')('notFound'))
  return eraseReaderData(claim)
}
