import 'server-only'
import { query } from '@/lib/db/client'

/** The number of words that one statement checks, each with an index lookup. */
const batchWords = 1_000

/**
 * A word that more posts than this had in PostgreSQL's statistics is assumed to be still in use.
 */
const postsOfCommonWord = 200

/**
 * Deletes the words that no public post contains any more, such as words that were saved
 * half-typed. Checks only words that a post has lost since the last run. May delete a word that is
 * published again at the same moment; the next save of that post restores it. A common word that
 * all posts have lost stays, which does no harm: searches check each suggestion against the current
 * posts.
 *
 * @returns the number of deleted words
 * @throws DatabaseUnavailable
 */
export async function forgetUnusedWords(): Promise<number> {
  let total = 0
  for (;;) {
    const { checked, deleted } = await deleteBatch()
    total += deleted
    if (checked < batchWords) return total
  }
}

async function deleteBatch(): Promise<{ checked: number; deleted: number }> {
  const [row] = await query(
    (client) => client.$queryRaw<{ checked: number; deleted: number }[]>`
      WITH batch AS MATERIALIZED (
        DELETE FROM maybe_unused_words
         WHERE id IN (SELECT id FROM maybe_unused_words ORDER BY id LIMIT ${batchWords})
        RETURNING word
      ),
      -- The index collects all posts with a word before EXISTS can stop, which takes milliseconds
      -- for 50,000 posts. So skip common words.
      words AS MATERIALIZED (
        SELECT word FROM batch
        EXCEPT
        SELECT lexeme
          FROM pg_class
          JOIN pg_stats ON (schemaname, tablename, attname)
                           = (relnamespace::regnamespace::text, relname, 'search'),
               unnest(most_common_elems::text::text[], most_common_elem_freqs)
                 AS common(lexeme, frequency)
         WHERE pg_class.oid = 'posts'::regclass AND frequency * reltuples > ${postsOfCommonWord}
      ),
      unused AS MATERIALIZED (
        SELECT word FROM words
         WHERE NOT EXISTS (
                 SELECT 1 FROM posts WHERE search @@ search_term(word, false) AND NOT draft)
      ),
      deleted AS (DELETE FROM post_words WHERE word IN (SELECT word FROM unused) RETURNING word)
      SELECT (SELECT count(*)::integer FROM batch) AS checked,
             (SELECT count(*)::integer FROM deleted) AS deleted`,
  )
  return row ?? { checked: 0, deleted: 0 }
}
