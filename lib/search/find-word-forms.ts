import 'server-only'
import { queryReplicaRows } from '@/lib/db/replica'
import { Prisma } from '@/lib/generated/prisma/client'
import { foldSingleWord } from './split-words'

/** The maximum number of forms of one word in a search. */
const formsMax = 50

/**
 * Returns the name of PostgreSQL's Snowball dictionary for a language (BCP 47): `german_stem` for
 * `de-CH`.
 */
function stemmerName(language: string): string {
  const name = new Intl.DisplayNames(['en'], { type: 'language' }).of(
    new Intl.Locale(language).language,
  )
  // "Norwegian Bokmål" and "Norwegian Nynorsk" share one dictionary.
  return `${name?.toLowerCase().split(' ')[0]}_stem`
}

/**
 * Returns the SQL for the stem of a word in a column; null for a stop word. Folding turns "й" into
 * "и", but the Russian stemmer needs "й" to recognise an ending, so restore it first.
 */
const stemOf = (column: 'folded' | 'word') =>
  Prisma.raw(
    `(ts_lexize(stemmer, CASE right(${column}, 1) WHEN 'и' ` +
      `THEN regexp_replace(${column}, '([оеыи])и$', '\\1й') ELSE ${column} END))[1]`,
  )

/**
 * Returns the words of posts that have the same stem as a typed word, such as `thread` for
 * `threads`. Stems are computed for each search, so that a change of the blog's language applies
 * immediately, without reindexing.
 *
 * @param typed terms as they were typed; a term of several words, or in a script without spaces,
 *   has no forms
 * @param language BCP 47; PostgreSQL has dictionaries for about thirty languages, and words of
 *   other languages have no forms
 * @returns folded words, by the term as it was typed; no entry for a stop word
 * @throws DatabaseUnavailable
 */
export async function findWordForms(typed: string[], language: string) {
  const folded = typed.map((text) => foldSingleWord(text) ?? '')
  const rows = await queryReplicaRows<{ text: string; forms: string[] }>`
    WITH stemmed AS MATERIALIZED (
      SELECT text, folded, stemmer, ${stemOf('folded')} AS stem
        FROM unnest(${typed}::text[], ${folded}::text[]) AS input(text, folded),
             (SELECT oid::regdictionary AS stemmer FROM pg_ts_dict
               WHERE dictname = ${stemmerName(language)}
                 AND dictnamespace = 'pg_catalog'::regnamespace) AS dictionary
       WHERE folded <> ''
    )
    -- Most stemmers only change the end of a word, so an index scan by prefix finds the words
    -- with the same stem.
    SELECT text, ARRAY(
             SELECT word FROM post_words
              WHERE word LIKE prefix || '%' AND ${stemOf('word')} = stem
              ORDER BY word LIMIT ${formsMax}) AS forms
      FROM stemmed,
           LATERAL (SELECT left(CASE left(stem, 1) WHEN left(folded, 1) THEN stem ELSE folded END,
                                2) AS prefix) AS prefixes
     WHERE char_length(stem) > 1`
  return new Map(rows.map(({ text, forms }) => [text, forms]))
}
