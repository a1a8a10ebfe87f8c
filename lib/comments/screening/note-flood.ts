import 'server-only'
import { query } from '@/lib/db/client'
import { announceFlood } from '@/lib/mail/announce-comment'

/**
 * Keeps when a flood begins and ends, and has the owner told of each once: the row and the mail are one transaction, and
 * of two who see it begin one writes them.
 * @throws DatabaseAway
 */
export async function noteFlood(isFlooding: boolean): Promise<void> {
  if (isFlooding) {
    await query((client) =>
      client.$transaction(async (transaction) => {
        const [begun] = await transaction.$queryRaw<{ id: number }[]>`
          INSERT INTO comment_floods (is_ongoing) VALUES (true) ON CONFLICT (is_ongoing) DO NOTHING RETURNING id`
        if (begun) await announceFlood(transaction, String(begun.id))
      }),
    )
  } else {
    await query((client) => client.$executeRaw`UPDATE comment_floods SET is_ongoing = NULL, calmed_at = now() WHERE is_ongoing`)
  }
}
