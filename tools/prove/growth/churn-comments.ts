import type { ProvedPostgres } from '@/tools/prove/machines/postgres'

/** Of a hundred comments so many are judged, and so many taken back by their authors. */
const judged = 2
const takenBack = 1
/** A hundred in a row are spread by it, each to its own place. */
const spread = (n: string) => `${n} * 37 % 100`
const rowsAtOnce = 200_000

/**
 * What years of use do to comments, as the admin area and their authors do it, triggers and all. Then they are vacuumed as
 * PostgreSQL would by itself.
 *
 * @param beforeVacuum while what was put off is still to be done
 */
export async function churnComments(
  { sql }: Pick<ProvedPostgres, 'sql'>,
  beforeVacuum: () => Promise<void>,
): Promise<void> {
  const [last] = await sql<{ id: number }>('SELECT coalesce(max(id), 0) AS id FROM comments')
  for (let from = 1; from <= (last?.id ?? 0); from += rowsAtOnce) {
    const among = `id BETWEEN ${from} AND ${from + rowsAtOnce - 1} AND status = 'published'`
    await sql(`
      WITH judged AS (UPDATE comments SET status = 'spam' WHERE ${among} AND ${spread('id')} < ${judged} RETURNING id)
      INSERT INTO comment_judgements (comment_id, from_status, to_status) SELECT id, 'published', 'spam' FROM judged`)
    await sql(`
      UPDATE comments SET status = 'deleted', content = '', author_name = '', address_id = NULL, text_hash = '', screening = '[]'
       WHERE ${among} AND ${spread('id')} BETWEEN ${judged} AND ${judged + takenBack - 1}`)
  }
  await beforeVacuum()
  for (const table of ['comments', 'comment_judgements']) await sql(`VACUUM ${table}`)
}
