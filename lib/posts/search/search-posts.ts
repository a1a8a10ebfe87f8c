import 'server-only'
import { query } from '@/lib/db'
import { InvalidInput } from '@/lib/errors'
import { Prisma } from '@/lib/generated/prisma/client'
import { stripMarkdown } from '@/lib/markdown/strip-markdown'
import { excerptPost, markText } from './excerpt-post'
import { findSimilarWords } from './find-similar-words'
import { type WordMatcher, wordMatcher } from './match-words'
import { parseSearch, type SearchClause, type SearchTerm } from './parse-search'
import { hitsPerPage, type SearchHit, type SearchPage } from './search'

/** Of more found posts the newest so many are ranked: to rank one is to read all its words. */
const rankedMax = 1_000

/** Characters of a post that are looked through for an excerpt. */
const excerptedMax = 50_000

/** A term, and the words that are as good. */
type AskedTerm = SearchTerm & { similar: string[] }

type Row = { count: number; slug: string; title: string; summary: string; content: string; tags: string[]; publishedAt: Date }

function termSql({ text, isExcluded, isPrefix, similar }: AskedTerm): Prisma.Sql {
  const either = [Prisma.sql`search_term(${text}, ${isPrefix})`, ...similar.map((word) => Prisma.sql`search_term(${word}, false)`)]
  const found = Prisma.sql`(${Prisma.join(either, ' || ')})`
  return isExcluded ? Prisma.sql`!!${found}` : found
}

const clauseSql = (clause: AskedTerm[]) => Prisma.sql`(${Prisma.join(clause.map(termSql), ' && ')})`

/**
 * The posts of a page, with how many there are. A word counts for more in a title than in tags and summary, and there for more
 * than in the text; of equals the newer comes first.
 */
function selectPage(clauses: AskedTerm[][], page: number): Promise<Row[]> {
  return query(
    (client) => client.$queryRaw<Row[]>`
      WITH asked AS MATERIALIZED (SELECT ${Prisma.join(clauses.map(clauseSql), ' || ')} AS words),
      found AS MATERIALIZED (
        SELECT id, published_at FROM asked, posts WHERE search @@ words AND NOT draft AND published_at <= now()
      ),
      newest AS MATERIALIZED (SELECT id FROM found ORDER BY published_at DESC, id DESC LIMIT ${rankedMax}),
      page AS MATERIALIZED (
        SELECT id, ts_rank('{0, 0.1, 0.4, 1}', search, words, 1) AS rank
          FROM asked, newest JOIN posts USING (id)
         ORDER BY rank DESC, published_at DESC, id DESC LIMIT ${hitsPerPage} OFFSET ${(page - 1) * hitsPerPage}
      )
      SELECT (SELECT count(*)::integer FROM found) AS count, slug, title, summary, left(content, ${excerptedMax}) AS content,
             coalesce(tags, '{}') AS tags, posts.published_at AS "publishedAt"
        FROM page JOIN posts USING (id)
       ORDER BY rank DESC, posts.published_at DESC, posts.id DESC`,
  )
}

const exactly = (clauses: SearchClause[]): AskedTerm[][] => clauses.map((clause) => clause.map((term) => ({ ...term, similar: [] })))

/** With each word, those that look like it: what is in a phrase, or not wanted, was meant as it stands. */
function withSimilar(clauses: SearchClause[]): Promise<AskedTerm[][]> {
  const similarTo = async (term: SearchTerm) => ({
    ...term,
    similar: term.isPhrase || term.isExcluded ? [] : await findSimilarWords(term.text),
  })
  return Promise.all(clauses.map((clause) => Promise.all(clause.map(similarTo))))
}

function matchersOf(clauses: AskedTerm[][]): WordMatcher[] {
  const terms = clauses.flat().filter(({ isExcluded }) => !isExcluded)
  return terms.flatMap(({ text, isPrefix, similar }) =>
    [wordMatcher(text, isPrefix), ...similar.map((word) => wordMatcher(word, false))].flatMap((matcher) => matcher ?? []),
  )
}

function toHit({ slug, title, summary, content, tags, publishedAt }: Row, matchers: WordMatcher[]): SearchHit {
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
 * Public posts that have what was typed, the best first: words, `"phrases"`, `-without`, `OR`. Where nothing has them, posts
 * with words that look like them.
 *
 * @param page counted from 1; one beyond the last has no hits
 * @throws InvalidInput where there is no word to look for; DatabaseAway
 */
export async function searchPosts(typed: string, page: number): Promise<SearchPage> {
  const clauses = parseSearch(typed)
  if (clauses.length === 0) throw new InvalidInput([{ field: 'q', message: 'must have a word to look for' }])
  const exact = exactly(clauses)
  const rows = await selectPage(exact, page)
  if (rows.length > 0 || page > 1) return toPage(rows, exact)
  const wide = await withSimilar(clauses)
  const similarWords = wide.flat().flatMap(({ similar }) => similar)
  return similarWords.length === 0
    ? toPage([], exact)
    : { ...toPage(await selectPage(wide, page), wide), similar_words: [...new Set(similarWords)] }
}

function toPage(rows: Row[], clauses: AskedTerm[][]): SearchPage {
  const matchers = matchersOf(clauses)
  return { hits: rows.map((row) => toHit(row, matchers)), count: rows[0]?.count ?? 0, similar_words: [] }
}
