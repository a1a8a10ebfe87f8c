import { inGroup } from './grown-rows'

/** What comments of many say, in SQL: the same of those that are there before a blog grows, and of those it grows by. */

/** Sentences of words that are said in comments; which come together is decided by a row's number. */
const sentences = `ARRAY(
  SELECT initcap(left(string_agg(word, ' ' ORDER BY md5(word || n)), 1)) || substr(string_agg(word, ' ' ORDER BY md5(word || n)), 2) || '.'
    FROM generate_series(1, 97) AS n,
         unnest(string_to_array('thanks this that post really what about page thread reply count reader server answer question why how never always maybe agree wrong right better', ' ')) AS word
   WHERE ('x' || left(md5(n || word), 2))::bit(8)::integer < 110
   GROUP BY n)`

/** A common table expression that has them: `contentOf` takes them from `said`. */
export const said = `said AS MATERIALIZED (SELECT ${sentences} AS sentences)`

/** With the number of its row in letters: no two texts are the same, and none has the numbers that names have. */
export const contentOf = (n: string) =>
  `sentences[1 + ${n} % 97] || ' ' || sentences[1 + ${n} / 97 % 97] || ' ' || translate((${n})::text, '0123456789', 'abcdefghij')`

export const authorOf = (n: string) => `'Reader ' || ${n} % 500000`

/** Of ten in a row the last three are replies to the first, and the one before them is spam. */
export const isReply = (n: string) => `${n} % ${inGroup} > 6`
const isHeld = (n: string) => `${n} % ${inGroup} = 6`

export const statusOf = (n: string) =>
  `(CASE WHEN ${n} % 1000 = 6 THEN 'pending' WHEN ${isHeld(n)} THEN 'spam' ELSE 'published' END)::comment_status`

/** Why one was held, as a rule says it. */
export const ofManyLinks = `'[{"rule":"links","verdict":"spam","reason":"It has many links."}]'::jsonb`

export const screeningOf = (n: string) => `CASE WHEN ${isHeld(n)} THEN ${ofManyLinks} ELSE '[]' END`
