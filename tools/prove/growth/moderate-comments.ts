import type { TestPostgres } from '@/tools/prove/machines/postgres'

/** The share of comments that are marked as spam, in percent. */
const spamPercent = 2
/** The share of comments that their authors delete, in percent. */
const deletedPercent = 1
/** Returns SQL that maps a hundred consecutive numbers to distinct values from 0 to 99. */
const spread = (n: string) => `${n} * 37 % 100`
const rowsAtOnce = 200_000

/**
 * Simulates years of moderation and deletion, with all triggers. Vacuums the tables afterwards,
 * like autovacuum.
 * @param beforeVacuum runs while deferred work is still pending
 */
export async function moderateComments(
  { sql }: Pick<TestPostgres, 'sql'>,
  beforeVacuum: () => Promise<void>,
): Promise<void> {
  const [last] = await sql<{ id: number }>('SELECT coalesce(max(id), 0) AS id FROM comments')
  for (let from = 1; from <= (last?.id ?? 0); from += rowsAtOnce) {
    const among = `id BETWEEN ${from} AND ${from + rowsAtOnce - 1} AND status = 'published'`
    await sql(`
      WITH judged AS (UPDATE comments SET status = 'spam'
        WHERE ${among} AND ${spread('id')} < ${spamPercent} RETURNING id)
      INSERT INTO comment_judgements (comment_id, from_status, to_status)
        SELECT id, 'published', 'spam' FROM judged`)
    await sql(`
      UPDATE comments SET status = 'deleted', content = '', author_name = '', address_id = NULL,
        text_hash = '', screening = '[]'
       WHERE ${among} AND ${spread('id')} >= ${spamPercent}
         AND ${spread('id')} < ${spamPercent + deletedPercent}`)
  }
  await beforeVacuum()
  for (const table of ['comments', 'comment_judgements']) await sql(`VACUUM ${table}`)
}
