import 'server-only'
import { query } from '@/lib/db'
import { sendsMail } from '@/lib/mail/mail-settings'
import { addressHashes } from '@/lib/mail/reader-address'

/** Hours that pass before the same address is sent another link. */
const pauseHours = 1

/**
 * Puts a mail into the outbox that leads whoever reads it to all that was written under its address, where there is
 * anything: once an hour at most, whoever asks. It returns nothing, so that nobody can ask whether an address is known.
 * To an address that was never confirmed it counts as the mail that asks for it: of the two, one an hour is sent.
 * @throws DatabaseAway
 */
export async function requestDataMail(address: string, now = new Date()): Promise<void> {
  if (!sendsMail()) return
  const since = new Date(now.getTime() - pauseHours * 3_600_000)
  await query(
    (client) => client.$executeRaw`
      WITH known AS (
        SELECT id, verified_at, verification_sent_at FROM reader_addresses AS address
         WHERE hash = ANY(${addressHashes(address)})
           AND (verified_at IS NOT NULL OR EXISTS (SELECT 1 FROM comments WHERE address_id = address.id))
           FOR NO KEY UPDATE
      ), allowed AS (
        SELECT min(id) AS id, json_agg(id ORDER BY id) AS ids FROM known
        HAVING count(*) > 0
           AND NOT EXISTS (SELECT 1 FROM outbox_mails JOIN known ON known.id = address_id WHERE kind = 'your-data' AND created_at > ${since})
           AND (bool_or(verified_at IS NOT NULL) OR bool_and(verification_sent_at IS NULL OR verification_sent_at <= ${since}))
      ), noted AS (
        UPDATE reader_addresses SET verification_sent_at = ${now}
         WHERE verified_at IS NULL AND id IN (SELECT id FROM known) AND EXISTS (SELECT 1 FROM allowed)
      )
      INSERT INTO outbox_mails (kind, address_id, data, dedupe_key, created_at, next_attempt_at)
      SELECT 'your-data', id, json_build_object('addressIds', ids), 'your-data:' || id || ':' || ${hourOf(now)}, ${now}, ${now} FROM allowed
      ON CONFLICT DO NOTHING`,
  )
}

/** Two that ask at the same instant see no mail of each other: the key of the hour lets one through. */
function hourOf(now: Date): string {
  return now.toISOString().slice(0, 13)
}
