/**
 * SQL for the text of posts, shared by the posts that exist before a blog grows and those added by
 * growth.
 */

const vocabulary = 20_000
/** Words of a post that not all posts contain. */
const wordsPerPost = 100
/**
 * The distances, in posts, between those that mention threads, like most examples (`thread`), show
 * an image (`picture`), or contain the rare word (`rareEvery`; 0 for none).
 */
type Intervals = { thread: number; picture: number; rareEvery: number }
const defaultIntervals: Intervals = { thread: 50, picture: 10, rareEvery: 0 }

/** A word that few posts contain. */
export const rareWord = 'dnhfcii'

const wordOf = (n: string) =>
  `translate(left(md5('word ' || ${n}), 4 + ${n} % 8), '0123456789', 'ghijklmnop')`

/** SQL for all words that not every post contains, one per row. */
export const allWords = `SELECT ${wordOf('k')} AS word
                         FROM generate_series(0, ${vocabulary - 1}) AS k`

/** Returns SQL for words of which few are frequent and most are rare. */
const someWords = (n: string, rareEvery: number) => `
  (SELECT string_agg(CASE WHEN j = ${wordsPerPost / 2}
  AND ${n} % nullif(${rareEvery}, 0) = 1 THEN '${rareWord}' ELSE ${wordOf('k')} END, ' ' ORDER BY j)
     FROM generate_series(1, ${wordsPerPost}) AS j,
          LATERAL (SELECT floor(${vocabulary}
                  * power((hashint4(${n} * ${wordsPerPost} + j) & 2147483647)
                          / 2147483648.0::float8, 3))::integer AS k) AS chosen)`

/** Returns SQL for the URL of the link card of a post. There are half as many URLs as posts. */
export const cardOf = (kind: string, n: string) => `'https://example.org/${kind}/' || ${n} / 2`

/** Returns SQL for the id of the image that a post may show. */
export const pictureOf = (n: string) => `md5('image ' || ${n})`

/** SQL for a title, a summary, and a text with words, a card, and in some posts an image. */
export const postColumns = (
  kind: string,
  n: string,
  { thread, picture, rareEvery }: Intervals = defaultIntervals,
) => `
  'A post of many, number ' || ${n},
  'What it is about, in a sentence of the usual length.',
  repeat('Words of a post, as many as one has. ', 20)
  || CASE WHEN ${n} % ${thread} = ${7 % thread} THEN 'It tells how a thread is read. ' ELSE '' END
    || ${someWords(n, rareEvery)} || E'\\n\\n' || ${cardOf(kind, n)}
    || CASE WHEN ${n} % ${picture} = 3 THEN E'\\n\\n![](/images/'
    || ${pictureOf(`${n} / ${picture}`)} || '-800x600.webp)' ELSE '' END`

/** SQL for the text of an earlier version. */
export const versionText = `repeat('Words of a post, as many as one has. ', 40)`

/** The tag of half of the posts. The others share a tag with the examples. */
export const manyTag = 'of-many'

/** The number of further tags. Each post has two of them. */
const someTags = 400

export const tagsOf = (n: string, seedTag: string) =>
  `ARRAY[CASE WHEN ${n} % 2 = 0 THEN '${manyTag}' ELSE '${seedTag}' END, 'tag-'
   || ${n} % ${someTags}, 'tag-' || (${n} + ${someTags / 2}) % ${someTags}]`
