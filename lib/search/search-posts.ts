import 'server-only'
import { queryReplicaRows } from '@/lib/db/replica'
import { InvalidInput } from '@/lib/errors'
import { Prisma } from '@/lib/generated/prisma/client'
import { validationText } from '@/lib/i18n/error-text'
import { stripMarkdown } from '@/lib/markdown/strip-markdown'
import type { Post } from '@/lib/posts/post'
import { getBlog } from '@/lib/settings/get-blog'
import { excerptPost, markText, type WordMatcher, wordMatcher } from './excerpt-post'
import { findSimilarWords } from './find-similar-words'
import { findWordForms } from './find-word-forms'
import { parseSearch, type SearchClause, type SearchTerm } from './parse-search'
import { hitsPerPage, rankedMax, type SearchHit, type SearchPage } from './search'

/** The number of characters of a post that are searched for an excerpt. */
const excerptedMax = 50_000

/** A term, other forms of its word that also match, and words similar to a mistyped one. */
type ExpandedTerm = SearchTerm & { forms: string[]; similar: string[] }

type Row = Pick<Post, 'slug' | 'title' | 'summary' | 'content' | 'tags' | 'publishedAt'>

/**
 * The posts of one page, the total number, and whether there are older matches beyond the limit.
 */
type Found = { rows: Row[]; count: number; hasOlder: boolean }

const wordSql = (word: string) => Prisma.sql`search_term(${word}, false)`

/**
 * Returns the SQL for a term, either for matching or for ranking. Ranking uses only the forms of a
 * word if it has any, so that all forms rank equally. A longer word that begins with the term also
 * matches, but ranks lower.
 */
function termSql(
  { text, isExcluded, isPrefix, forms, similar }: ExpandedTerm,
  isForRank: boolean,
): Prisma.Sql {
  const typed = isForRank && forms.length > 0 ? [] : [Prisma.sql`search_term(${text}, ${isPrefix})`]
  const terms = [...typed, ...[...forms, ...similar].map(wordSql)]
  const found = Prisma.sql`(${Prisma.join(terms, ' || ')})`
  return isExcluded ? Prisma.sql`!!${found}` : found
}

function querySql(clauses: ExpandedTerm[][], isForRank: boolean): Prisma.Sql {
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
 * Returns the posts of a page and the total number, even for a page beyond the last. Matches in the
 * title rank above those in tags and summary, and those above matches in the text. Among equal
 * ranks, newer posts come first. Reads at most one post more than can be shown, except for phrases,
 * because no index stores the order of words.
 */
async function selectPage(clauses: ExpandedTerm[][], page: number): Promise<Found> {
  const rows = await queryReplicaRows<{ found: number } & (Row | { slug: null })>`
    WITH search_query AS MATERIALIZED (
      SELECT ${querySql(clauses, false)} AS words, ${querySql(clauses, true)} AS ranked
    ),
    found AS MATERIALIZED (
      SELECT id, place
        FROM search_query,
             newest_found_posts(words, ${rankedMax + 1}::integer) WITH ORDINALITY
               AS newest(id, place)
    ),
    page AS MATERIALIZED (
      SELECT id, ts_rank('{0, 0.1, 0.4, 1}', search, ranked, 1) AS rank
        FROM search_query, found JOIN posts USING (id)
       WHERE place <= ${rankedMax}
       ORDER BY rank DESC, place LIMIT ${hitsPerPage} OFFSET ${(page - 1) * hitsPerPage}
    )
    SELECT counted.found, slug, title, summary, left(content, ${excerptedMax}) AS content,
           coalesce(tags, '{}') AS tags, posts.published_at AS "publishedAt"
      FROM (SELECT count(*)::integer AS found FROM found) AS counted
      LEFT JOIN (page JOIN posts USING (id)) ON true
     ORDER BY rank DESC, posts.published_at DESC, posts.id DESC`
  const found = rows[0]?.found ?? 0
  return {
    rows: rows.filter((row) => row.slug !== null),
    count: Math.min(found, rankedMax),
    hasOlder: found > rankedMax,
  }
}

type Words = ReadonlyMap<string, string[]>

/**
 * Adds the words that also match, by term. Phrases must match exactly, and only words that a post
 * must contain have similar ones.
 */
function expand(clauses: SearchClause[], forms: Words, similar: Words): ExpandedTerm[][] {
  return clauses.map((clause) =>
    clause.map((term) => ({
      ...term,
      forms: term.isPhrase ? [] : (forms.get(term.text) ?? []),
      similar: term.isPhrase || term.isExcluded ? [] : (similar.get(term.text) ?? []),
    })),
  )
}

function matchersOf(clauses: ExpandedTerm[][]): WordMatcher[] {
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
  const textExcerpt = excerptPost(stripMarkdown(content), matchers)
  // If only the title or a tag matches, the summary is more useful than the beginning of the text.
  const isMarked = textExcerpt.some((part) => part.is_marked)
  return {
    slug,
    title: markText(title, matchers),
    excerpt: isMarked || summary === '' ? textExcerpt : excerptPost(summary, matchers),
    tags,
    published_at: publishedAt.toISOString(),
  }
}

/**
 * Returns public posts that match a query, the best first. Supports words in any of their forms,
 * exact `"phrases"`, `-excluded` and `OR`. Without a match, returns posts with similar words.
 *
 * @param page counted from 1; a page beyond the last has no hits
 * @throws InvalidInput if there is no word to search for; DatabaseUnavailable
 */
export async function searchPosts(typed: string, page: number): Promise<SearchPage> {
  const clauses = parseSearch(typed)
  if (clauses.length === 0)
    throw new InvalidInput([{ field: 'q', message: validationText('search') }])
  const words = clauses.flat().filter(({ isPhrase }) => !isPhrase)
  const { language } = await getBlog()
  const forms = await findWordForms(
    words.map(({ text }) => text),
    language,
  )
  const exact = expand(clauses, forms, new Map())
  const found = await selectPage(exact, page)
  if (found.count > 0) return toPage(found, exact)
  const replaceable = words.flatMap(({ text, isExcluded }) => (isExcluded ? [] : [text]))
  const wide = expand(clauses, forms, await findSimilarWords(replaceable))
  const similarWords = wide.flat().flatMap(({ similar }) => similar)
  return similarWords.length === 0
    ? toPage(found, exact)
    : { ...toPage(await selectPage(wide, page), wide), similar_words: [...new Set(similarWords)] }
}

function toPage({ rows, count, hasOlder }: Found, clauses: ExpandedTerm[][]): SearchPage {
  const matchers = matchersOf(clauses)
  return {
    hits: rows.map((row) => toHit(row, matchers)),
    count,
    has_older: hasOlder,
    similar_words: [],
  }
}
