/** What posts of many say, in SQL: the same of those that are there before a blog grows, and of those it grows by. */

const vocabulary = 20_000
/** Words of a post that are not in all of them. */
const ownWords = 100
/** One post of so many tells of threads, as most of the examples do. */
const threadEach = 50

const wordOf = (n: string) => `translate(left(md5('word ' || ${n}), 4 + ${n} % 8), '0123456789', 'ghijklmnop')`

/** All words that posts have besides those of every post, one in a row. */
export const allWords = `SELECT ${wordOf('k')} AS word FROM generate_series(0, ${vocabulary - 1}) AS k`

/** Few words are said often, most are said seldom. */
const someWords = (n: string) => `
  (SELECT string_agg(${wordOf('k')}, ' ' ORDER BY j)
     FROM generate_series(1, ${ownWords}) AS j,
          LATERAL (SELECT floor(${vocabulary} * power((hashint4(${n} * ${ownWords} + j) & 2147483647) / 2147483648.0::float8, 3))::integer AS k) AS chosen)`

/** The address of the page that a post shows a card of: one of half as many as there are posts. */
export const cardOf = (kind: string, n: string) => `'https://example.org/${kind}/' || ${n} / 2`

/** A title, a summary, and a text with words, a card, and in one of ten a picture. */
export const postColumns = (kind: string, n: string) => `
  'A post of many, number ' || ${n},
  'What it is about, in a sentence of the usual length.',
  repeat('Words of a post, as many as one has. ', 20) || CASE WHEN ${n} % ${threadEach} = 7 THEN 'It tells how a thread is read. ' ELSE '' END
    || ${someWords(n)} || E'\\n\\n' || ${cardOf(kind, n)}
    || CASE WHEN ${n} % 10 = 3 THEN E'\\n\\n![](/images/' || md5('image ' || ${n} / 10) || '-800x600.webp)' ELSE '' END`

/** One that few of them have. */
export const seldomWord = 'dnhfcii'

/** The tag of half of them. */
export const manyTag = 'of-many'

export const tagsOf = (n: string, seedTag: string) =>
  `array_remove(ARRAY[CASE WHEN ${n} % 2 = 0 THEN '${manyTag}' END, CASE WHEN ${n} % 20 = 3 THEN '${seedTag}' END, 'tag-' || ${n} % 400], NULL)`
