/** What posts of many say, in SQL: the same of those that are there before a blog grows, and of those it grows by. */

const vocabulary = 20_000
/** Words of a post that are not in all of them. */
const wordsPerPost = 100
/**
 * One post of so many tells of threads, as most of the examples do, one shows a picture, and one has the word
 * that few have besides, where any is to have it.
 */
type Each = { thread: number; picture: number; seldom: number }
const eachOfMany: Each = { thread: 50, picture: 10, seldom: 0 }

/** One that few of them have. */
export const seldomWord = 'dnhfcii'

const wordOf = (n: string) =>
  `translate(left(md5('word ' || ${n}), 4 + ${n} % 8), '0123456789', 'ghijklmnop')`

/** All words that posts have besides those of every post, one in a row. */
export const allWords = `SELECT ${wordOf('k')} AS word FROM generate_series(0, ${vocabulary - 1}) AS k`

/** Few words are said often, most are said seldom. */
const someWords = (n: string, seldom: number) => `
  (SELECT string_agg(CASE WHEN j = ${wordsPerPost / 2} AND ${n} % nullif(${seldom}, 0) = 1 THEN '${seldomWord}' ELSE ${wordOf('k')} END, ' ' ORDER BY j)
     FROM generate_series(1, ${wordsPerPost}) AS j,
          LATERAL (SELECT floor(${vocabulary} * power((hashint4(${n} * ${wordsPerPost} + j) & 2147483647) / 2147483648.0::float8, 3))::integer AS k) AS chosen)`

/** The address of the page that a post shows a card of: one of half as many as there are posts. */
export const cardOf = (kind: string, n: string) => `'https://example.org/${kind}/' || ${n} / 2`

/** The number of the picture that a post shows, if it shows one. */
export const pictureOf = (n: string) => `md5('image ' || ${n})`

/** A title, a summary, and a text with words, a card, and in some a picture. */
export const postColumns = (
  kind: string,
  n: string,
  { thread, picture, seldom }: Each = eachOfMany,
) => `
  'A post of many, number ' || ${n},
  'What it is about, in a sentence of the usual length.',
  repeat('Words of a post, as many as one has. ', 20) || CASE WHEN ${n} % ${thread} = ${7 % thread} THEN 'It tells how a thread is read. ' ELSE '' END
    || ${someWords(n, seldom)} || E'\\n\\n' || ${cardOf(kind, n)}
    || CASE WHEN ${n} % ${picture} = 3 THEN E'\\n\\n![](/images/' || ${pictureOf(`${n} / ${picture}`)} || '-800x600.webp)' ELSE '' END`

/** What a post said before. */
export const versionText = `repeat('Words of a post, as many as one has. ', 40)`

/** The tag of half of them; the others have one that the examples have. */
export const manyTag = 'of-many'

/** Tags besides these two. A post has two of them, so that half as many posts have all. */
const someTags = 400

export const tagsOf = (n: string, seedTag: string) =>
  `ARRAY[CASE WHEN ${n} % 2 = 0 THEN '${manyTag}' ELSE '${seedTag}' END, 'tag-' || ${n} % ${someTags}, 'tag-' || (${n} + ${someTags / 2}) % ${someTags}]`
