import 'server-only'
import { query } from '@/lib/db'

/** Words looked at by one statement: each asks an index whether a post has it. */
const batchWords = 1_000

/**
 * Deletes the words that posts were once published with, and none has any more: of half a word that was saved while it was
 * typed, and of posts that are gone. A word that is published anew at the very same moment may go with them; the next save of
 * its post brings it back.
 *
 * @returns how many
 * @throws DatabaseAway
 */
export async function forgetUnusedWords(): Promise<number> {
  let total = 0
  for (let after: string | null = ''; after !== null; ) {
    const [batch] = await forgetAfter(after)
    total += batch?.forgotten ?? 0
    after = batch?.last ?? null
  }
  return total
}

function forgetAfter(word: string): Promise<{ last: string | null; forgotten: number }[]> {
  return query(
    (client) => client.$queryRaw<{ last: string | null; forgotten: number }[]>`
      WITH batch AS MATERIALIZED (SELECT word FROM post_words WHERE word > ${word} ORDER BY word LIMIT ${batchWords}),
      unused AS MATERIALIZED (
        SELECT word FROM batch WHERE NOT EXISTS (SELECT 1 FROM posts WHERE search @@ search_term(word, false) AND NOT draft)
      ),
      forgotten AS (DELETE FROM post_words WHERE word IN (SELECT word FROM unused) RETURNING word)
      SELECT (SELECT max(word) FROM batch) AS last, (SELECT count(*)::integer FROM forgotten) AS forgotten`,
  )
}
