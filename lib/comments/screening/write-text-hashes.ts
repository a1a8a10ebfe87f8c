import 'server-only'
import type { Prisma } from '@/lib/generated/prisma/client'
import { textHash } from './text-hash'

/**
 * Notes by what texts are found again that became those of their comments. SQL cannot fold a text, so this follows the
 * statement that writes them.
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
      FROM unnest(${ids}::integer[], ${hashes}::text[]) AS written (id, text_hash) WHERE comments.id = written.id`
}
