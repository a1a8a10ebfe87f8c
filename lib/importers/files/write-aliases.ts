import 'server-only'
import type { Prisma } from '@/lib/generated/prisma/client'

/** Notes slugs that a post had before; those that are noted already stay where they lead. */
export async function writeAliases(transaction: Prisma.TransactionClient, postId: number, slugs: readonly string[]): Promise<void> {
  if (slugs.length === 0) return
  await transaction.postRedirect.createMany({ data: slugs.map((slug) => ({ slug, postId })), skipDuplicates: true })
}
