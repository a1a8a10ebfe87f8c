import 'server-only'
import type { Prisma } from '@/lib/generated/prisma/client'

/**
 * Called with the comments that a judge has let into public, in the transaction that did it: what it writes is
 * committed with the verdict, or not at all.
 */
export async function afterPublishing(_transaction: Prisma.TransactionClient, _ids: number[]): Promise<void> {}
