import 'server-only'
import { query } from '@/lib/db/client'
import { batchRows } from '@/lib/db/in-batches'
import { Prisma } from '@/lib/generated/prisma/client'

/** Days for which an address is known that no comment names, and no mail. */
export const loneAddressKeptDays = 1

/**
 * An address that wants no mail is remembered, so that it goes on getting none; a row that became part of another lasts as long
 * as that.
 */
const isLone = Prisma.sql`
  unsubscribed_at IS NULL AND merged_into_id IS NULL
  AND NOT EXISTS (SELECT 1 FROM comments WHERE address_id = reader_addresses.id)
  AND NOT EXISTS (SELECT 1 FROM outbox_mails WHERE address_id = reader_addresses.id)`

/** One of the last day is remembered, too, so that writing and deleting in turn cannot make the form mail to it again and again. */
const isOld = Prisma.sql`
  created_at < now() - ${loneAddressKeptDays} * interval '1 day'
  AND coalesce(verification_sent_at < now() - ${loneAddressKeptDays} * interval '1 day', true)`

/**
 * Forgets addresses that no comment names any more, and no mail. Only those are looked at that are new, or that something has let
 * go of since the last time, and again those for which it was too early.
 * @returns how many
 * @throws DatabaseUnavailable
 */
export async function deleteLoneAddresses(): Promise<number> {
  let total = 0
  for (let after = 0n; ; ) {
    const notes = await notesAfter(after)
    const last = notes.at(-1)
    if (last === undefined) return total
    total += await deleteNoted(notes)
    after = last.id
  }
}

type Note = { id: bigint; addressId: number }

const notesAfter = (id: bigint): Promise<Note[]> =>
  query((client) =>
    client.maybeLoneAddress.findMany({
      where: { id: { gt: id } },
      orderBy: { id: 'asc' },
      take: batchRows,
    }),
  )

function deleteNoted(notes: Note[]): Promise<number> {
  const ids = notes.map(({ addressId }) => addressId)
  return query((client) =>
    client.$transaction(async (transaction) => {
      // One that somebody is writing with just now is locked, and passed over.
      const locked = await transaction.$queryRaw<{ id: number }[]>`
        SELECT id FROM reader_addresses WHERE id = ANY(${ids}) AND ${isLone} AND ${isOld} FOR UPDATE SKIP LOCKED`
      // Asked once more: what came between the look and the lock is seen only now.
      const count = await transaction.$executeRaw`
        DELETE FROM reader_addresses WHERE id = ANY(${locked.map(({ id }) => id)}) AND ${isLone} AND ${isOld}`
      await transaction.$executeRaw`
        DELETE FROM maybe_lone_addresses
         WHERE id = ANY(${notes.map(({ id }) => id)}) AND NOT EXISTS (
           SELECT 1 FROM reader_addresses WHERE reader_addresses.id = maybe_lone_addresses.address_id AND ${isLone})`
      return count
    }),
  )
}
