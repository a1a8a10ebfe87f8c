import 'server-only'
import { query } from '@/lib/db'

/**
 * Keeps when a flood begins and ends, and has the owner told of each once: the row and the mail are one statement, and
 * of two who see it begin one writes it.
 * @throws DatabaseAway
 */
export async function noteFlood(isFlooding: boolean): Promise<void> {
  if (isFlooding) {
    await query(
      (client) => client.$executeRaw`
        WITH begun AS (
          INSERT INTO comment_floods (is_ongoing) VALUES (true) ON CONFLICT (is_ongoing) DO NOTHING RETURNING id, started_at
        )
        INSERT INTO outbox_mails (kind, dedupe_key, data)
        SELECT 'flood', 'flood:' || id, jsonb_build_object('startedAt', started_at) FROM begun
        ON CONFLICT (dedupe_key) DO NOTHING`,
    )
  } else {
    await query((client) => client.$executeRaw`UPDATE comment_floods SET is_ongoing = NULL, calmed_at = now() WHERE is_ongoing`)
  }
}
