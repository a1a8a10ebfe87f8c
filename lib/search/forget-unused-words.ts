import 'server-only'
import { queryRows } from '@/lib/db/client'

/** The number of words that one statement checks, each with an index lookup. */
const batchWords = 200

/**
 * Deletes the words that no public post contains any more, such as words that were saved
 * half-typed. May delete a word that is published again at the same moment; the next save of that
 * post restores it.
 *
 * @returns the number of deleted words
 * @throws DatabaseUnavailable
 */
export async function forgetUnusedWords(): Promise<number> {
  let total = 0
  for (let after: string | null = ''; after !== null; ) {
    const [row]: { last: string | null; deleted: number }[] = await queryRows`
      WITH batch AS MATERIALIZED (
        SELECT word FROM post_words WHERE word > ${after} ORDER BY word LIMIT ${batchWords}
      ),
      unused AS MATERIALIZED (
        SELECT word FROM batch
         WHERE NOT EXISTS (
                 SELECT 1 FROM posts WHERE search @@ search_term(word, false) AND NOT draft)
      ),
      deleted AS (DELETE FROM post_words WHERE word IN (SELECT word FROM unused) RETURNING word)
      SELECT (SELECT max(word) FROM batch) AS last,
             (SELECT count(*)::integer FROM deleted) AS deleted`
    total += row?.deleted ?? 0
    after = row?.last ?? null
  }
  return total
}
