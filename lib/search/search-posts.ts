import 'server-only'
import { query } from '@/lib/db/client'
import { InvalidInput } from '@/lib/errors'
import { Prisma } from '@/lib/generated/prisma/client'
import { stripMarkdown } from '@/lib/markdown/strip-markdown'
import { getBlog } from '@/lib/settings/get-blog'
import { excerptPost, markText } from './excerpt-post'
import { findSimilarWords } from './find-similar-words'
import { findWordForms } from './find-word-forms'
import { type WordMatcher, wordMatcher } from './match-words'
import { parseSearch, type SearchClause, type SearchTerm } from './parse-search'
import { hitsPerPage, rankedMax, type SearchHit, type SearchPage } from './search'

/** Characters of a post that are looked through for an excerpt. */
const excerptedMax = 50_000

/** A term, other forms of its word that find a post too, and words that resemble a mistyped one. */
type AskedTerm = SearchTerm & { forms: string[]; similar: string[] }

type Row = {
  slug: string
  title: string
  summary: string
  content: string
  tags: string[]
  publishedAt: Date
}

/** The posts of one page, how many there are on all, and whether older ones are on none. */
type Found = { rows: Row[]; count: number; hasOlder: boolean }

const wordSql = (word: string) => Prisma.sql`search_term(${word}, false)`

/**
 * What finds a term, or, for ranking, what counts: of a word with forms these alone, so that each of them ranks posts
 * alike. A post with a longer word that begins with the term is found too, and comes after them.
 */
function termSql(
  { text, isExcluded, isPrefix, forms, similar }: AskedTerm,
  isForRank: boolean,
): Prisma.Sql {
  const typed = isForRank && forms.length > 0 ? [] : [Prisma.sql`search_term(${text}, ${isPrefix})`]
  const found = Prisma.sql`(${Prisma.join([...typed, ...[...forms, ...similar].map(wordSql)], ' || ')})`
  return isExcluded ? Prisma.sql`!!${found}` : found
}

function querySql(clauses: AskedTerm[][], isForRank: boolean): Prisma.Sql {
  const each = clauses.map(
    (clause) =>
      Prisma.sql`(${Prisma.join(
        clause.map((term) => termSql(term, isForRank)),
        ' && ',
      )})`,
  )
  return Prisma.join(each, ' || ')
}

/**
 * The posts of a page, with how many there are: a page beyond the last has that number, too. A word counts for more in a title
 * than in tags and summary, and there for more than in the text; of equals the newer comes first. However many posts there are,
 * no more of them are read than can be shown, and one: but for words in a row, whose order no index knows.
 */
async function selectPage(clauses: AskedTerm[][], page: number): Promise<Found> {
  const rows = await query(
    (client) => client.$queryRaw<({ found: number } & (Row | { slug: null }))[]>`
      WITH asked AS MATERIALIZED (SELECT ${querySql(clauses, false)} AS words, ${querySql(clauses, true)} AS ranked),
      found AS MATERIALIZED (
        SELECT id, place FROM asked, newest_found_posts(words, ${rankedMax + 1}::integer) WITH ORDINALITY AS newest(id, place)
      ),
      page AS MATERIALIZED (
        SELECT id, ts_rank('{0, 0.1, 0.4, 1}', search, ranked, 1) AS rank
          FROM asked, found JOIN posts USING (id)
         WHERE place <= ${rankedMax}
         ORDER BY rank DESC, place LIMIT ${hitsPerPage} OFFSET ${(page - 1) * hitsPerPage}
      )
      SELECT counted.found, slug, title, summary, left(content, ${excerptedMax}) AS content,
             coalesce(tags, '{}') AS tags, posts.published_at AS "publishedAt"
        FROM (SELECT count(*)::integer AS found FROM found) AS counted LEFT JOIN (page JOIN posts USING (id)) ON true
       ORDER BY rank DESC, posts.published_at DESC, posts.id DESC`,
  )
  const found = rows[0]?.found ?? 0
  return {
    rows: rows.filter((row) => row.slug !== null),
    count: Math.min(found, rankedMax),
    hasOlder: found > rankedMax,
  }
}

/** Adds the other forms of each word. A phrase is meant exactly as it was typed. */
async function withForms(clauses: SearchClause[]): Promise<AskedTerm[][]> {
  const words = clauses.flatMap((clause) =>
    clause.filter(({ isPhrase }) => !isPhrase).map(({ text }) => text),
  )
  const forms = await findWordForms(words, (await getBlog()).language)
  const formsOf = ({ text, isPhrase }: SearchTerm) => (isPhrase ? [] : (forms.get(text) ?? []))
  return clauses.map((clause) =>
    clause.map((term) => ({ ...term, forms: formsOf(term), similar: [] })),
  )
}

/** Adds the words that resemble each word, but not to phrases and to excluded words: those are meant as they were typed. */
async function withSimilar(clauses: AskedTerm[][]): Promise<AskedTerm[][]> {
  const isReplaceable = (term: SearchTerm) => !term.isPhrase && !term.isExcluded
  const words = clauses.flatMap((clause) => clause.filter(isReplaceable).map(({ text }) => text))
  const similar = await findSimilarWords(words)
  return clauses.map((clause) =>
    clause.map((term) => ({
      ...term,
      similar: isReplaceable(term) ? (similar.get(term.text) ?? []) : [],
    })),
  )
}

function matchersOf(clauses: AskedTerm[][]): WordMatcher[] {
  const terms = clauses.flat().filter(({ isExcluded }) => !isExcluded)
  return terms.flatMap(({ text, isPrefix, forms, similar }) =>
    [
      wordMatcher(text, isPrefix),
      ...[...forms, ...similar].map((word) => wordMatcher(word, false)),
    ].flatMap((matcher) => matcher ?? []),
  )
}

function toHit(
  { slug, title, summary, content, tags, publishedAt }: Row,
  matchers: WordMatcher[],
): SearchHit {
  const ofText = excerptPost(stripMarkdown(content), matchers)
  // Where only the title or a tag was found, a summary says more than a first paragraph.
  const isMarked = ofText.some((part) => part.is_marked)
  return {
    slug,
    title: markText(title, matchers),
    excerpt: isMarked || summary === '' ? ofText : excerptPost(summary, matchers),
    tags,
    published_at: publishedAt.toISOString(),
  }
}

/**
 * Returns public posts that have what was typed, the best first: words in any of their forms, exact `"phrases"`, `-without`,
 * `OR`. If there are none, returns posts with words that resemble the typed ones.
 *
 * @param page counted from 1; one beyond the last has no hits
 * @throws InvalidInput where there is no word to look for; DatabaseUnavailable
 */
export async function searchPosts(typed: string, page: number): Promise<SearchPage> {
  const clauses = parseSearch(typed)
  if (clauses.length === 0)
    throw new InvalidInput([{ field: 'q', message: 'must have a word to look for' }])
  const exact = await withForms(clauses)
  const found = await selectPage(exact, page)
  if (found.count > 0) return toPage(found, exact)
  const wide = await withSimilar(exact)
  const similarWords = wide.flat().flatMap(({ similar }) => similar)
  return similarWords.length === 0
    ? toPage(found, exact)
    : { ...toPage(await selectPage(wide, page), wide), similar_words: [...new Set(similarWords)] }
}

function toPage({ rows, count, hasOlder }: Found, clauses: AskedTerm[][]): SearchPage {
  const matchers = matchersOf(clauses)
  return {
    hits: rows.map((row) => toHit(row, matchers)),
    count,
    has_older: hasOlder,
    similar_words: [],
  }
}
