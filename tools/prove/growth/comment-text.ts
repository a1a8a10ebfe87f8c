import { commentsPerGroup } from './grown-rows'

/**
 * SQL for the text of comments, shared by the comments that exist before a blog grows and those
 * added by growth.
 */

const commonWords =
  'thanks this that post really what about page thread reply count reader server answer ' +
  'question why how never always maybe agree wrong right better'

/** SQL for 97 sentences of common words. The number of the sentence decides which words it has. */
const sentences = `ARRAY(
  SELECT initcap(left(string_agg(word, ' ' ORDER BY md5(word || n)), 1))
    || substr(string_agg(word, ' ' ORDER BY md5(word || n)), 2) || '.'
    FROM generate_series(1, 97) AS n,
         unnest(string_to_array('${commonWords}', ' ')) AS word
   WHERE ('x' || left(md5(n || word), 2))::bit(8)::integer < 110
   GROUP BY n)`

/** A common table expression with the sentences, which `contentOf` reads. */
export const samples = `samples AS MATERIALIZED (SELECT ${sentences} AS sentences)`

/**
 * Returns SQL for the text of a comment. It ends with the row number in letters, so that all texts
 * differ and no text contains the numbers of author names.
 */
export const contentOf = (n: string) =>
  `sentences[1 + ${n} % 97] || ' ' || sentences[1 + ${n} / 97 % 97] || ' '
   || translate((${n})::text, '0123456789', 'abcdefghij')`

export const authorOf = (n: string) => `'Reader ' || ${n} % 500000`

/**
 * Returns an SQL condition for replies. In ten consecutive comments, the last three are replies to
 * the first, and the one before them is spam.
 */
export const isReply = (n: string) => `${n} % ${commentsPerGroup} > 6`
const isHeld = (n: string) => `${n} % ${commentsPerGroup} = 6`

export const statusOf = (n: string) =>
  `(CASE WHEN ${n} % 1000 = 6 THEN 'pending' WHEN ${isHeld(n)} THEN 'spam'
   ELSE 'published' END)::comment_status`

/** The screening result of a held comment. */
export const heldForLinks =
  `'[{"rule":"links","verdict":"spam",` + `"reason":"It has many links."}]'::jsonb`

export const screeningOf = (n: string) =>
  `CASE WHEN ${isHeld(n)} THEN ${heldForLinks} ELSE '[]' END`
