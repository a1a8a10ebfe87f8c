import 'server-only'
import { query } from '@/lib/db/client'

/** Words looked at by one statement: each asks an index whether a post has it. */
const batchWords = 1_000

/** A word that so many posts had when PostgreSQL last looked is taken for one that some have still. */
const postsOfCommonWord = 200

/**
 * Deletes the words that posts were once published with, and none has any more: of half a word that was saved while it was
 * typed, and of posts that are gone. Only those are looked at that a post has let go of since the last time. A word that is
 * published anew at the very same moment may go with them; the next save of its post brings it back. One that hundreds of posts
 * had and all of them have let go of stays: nobody is led to it, since a search holds each against the posts of today.
 *
 * @returns how many
 * @throws DatabaseUnavailable
 */
export async function forgetUnusedWords(): Promise<number> {
  let total = 0
  for (;;) {
    const { looked, forgotten } = await forgetSome()
    total += forgotten
    if (looked < batchWords) return total
  }
}

async function forgetSome(): Promise<{ looked: number; forgotten: number }> {
  const [row] = await query(
    (client) => client.$queryRaw<{ looked: number; forgotten: number }[]>`
      WITH batch AS MATERIALIZED (
        DELETE FROM maybe_unused_words WHERE id IN (SELECT id FROM maybe_unused_words ORDER BY id LIMIT ${batchWords}) RETURNING word
      ),
      -- The index gives out all posts that have a word before it is known that there is one: of fifty thousand in milliseconds each.
      words AS MATERIALIZED (
        SELECT word FROM batch
        EXCEPT
        SELECT lexeme
          FROM pg_class JOIN pg_stats ON (schemaname, tablename, attname) = (relnamespace::regnamespace::text, relname, 'search'),
               unnest(most_common_elems::text::text[], most_common_elem_freqs) AS common(lexeme, frequency)
         WHERE pg_class.oid = 'posts'::regclass AND frequency * reltuples > ${postsOfCommonWord}
      ),
      unused AS MATERIALIZED (
        SELECT word FROM words WHERE NOT EXISTS (SELECT 1 FROM posts WHERE search @@ search_term(word, false) AND NOT draft)
      ),
      forgotten AS (DELETE FROM post_words WHERE word IN (SELECT word FROM unused) RETURNING word)
      SELECT (SELECT count(*)::integer FROM batch) AS looked, (SELECT count(*)::integer FROM forgotten) AS forgotten`,
  )
  return row ?? { looked: 0, forgotten: 0 }
}
