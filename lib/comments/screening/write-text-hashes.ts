import 'server-only'
import type { Prisma } from '@/lib/generated/prisma/client'
import { textHash } from './text-hash'

/**
 * Updates the text hashes of comments whose text a statement has changed, because SQL cannot fold
 * texts.
 * @param transaction of that statement
 */
export async function writeTextHashes(
  transaction: Prisma.TransactionClient,
  comments: { id: number; content: string }[],
): Promise<void> {
  if (comments.length === 0) return
  const ids = comments.map(({ id }) => id)
  const hashes = comments.map(({ content }) => textHash(content))
  await transaction.$executeRaw`
    UPDATE comments SET text_hash = written.text_hash
      FROM unnest(${ids}::integer[], ${hashes}::text[]) AS written (id, text_hash)
        WHERE comments.id = written.id`
}
