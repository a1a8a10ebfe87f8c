import fc from 'fast-check'
import { hostileSubmissions } from '@/test/comments/hostile-submissions'
import { forEachConcurrently } from '@/tools/prove/load/for-each-concurrently'
import { sendRequest } from '@/tools/prove/load/send-request'
import type { TestPostgres } from '@/tools/prove/machines/postgres'
import type { Findings } from '@/tools/prove/part'
import type { Scene } from '@/tools/prove/scene'

type Blog = { url: string; postgres: TestPostgres; slug: string }
type Fields = Record<string, unknown>

/** The e-mail address of all hostile comments, by which the owner finds them. */
export const hostileEmail = 'hostile@example.org'

const handMade = hostileSubmissions.flatMap(({ fields, status }) =>
  status === 201 ? [fields] : [],
)
const textsOf = (name: string) =>
  handMade.flatMap((fields) => (typeof fields[name] === 'string' ? [fields[name]] : []))
export const hostileNames = textsOf('author_name')

/** Splices parts of hostile texts into new ones, because no list is complete. */
function spliceContents(count: number): Fields[] {
  const pieces = textsOf('content').filter(({ length }) => length < 500)
  const cut = fc
    .tuple(fc.constantFrom(...pieces), fc.nat(60), fc.nat(60))
    .map(([text, from, length]) => text.slice(from % text.length).slice(0, length + 5))
  const spliced = fc
    .array(fc.oneof(cut, fc.constantFrom('\n\n', ' ', '`', '> ', '- ')), {
      minLength: 2,
      maxLength: 8,
    })
    .map((parts) => parts.join(''))
  return fc
    .sample(spliced, { numRuns: count, seed: 20_261_122 })
    .map((content) => ({ content: `Spliced ${content}` }))
}

/** Returns false if the cut splits a surrogate pair. All other texts are valid comments. */
const isText = ({ content }: Fields) => typeof content !== 'string' || content.isWellFormed()

/** Writes all comments and publishes them, as if a moderator had approved them. */
async function writeAll(
  { url, postgres, slug }: Blog,
  all: Fields[],
  findings: Findings,
): Promise<void> {
  await forEachConcurrently(all, 4, async (fields) => {
    const json = {
      content: 'Words.',
      author_name: 'Ada',
      author_email: hostileEmail,
      ...fields,
      slug,
    }
    const response = await sendRequest(`${url}/api/comments`, { json })
    findings.expect(
      response.status === (isText(fields) ? 201 : 400),
      `${JSON.stringify(fields)} returned ${response.status} ${response.text}`,
    )
  })
  await postgres.sql(`UPDATE comments SET status = 'published'`)
}

/** @returns the number of comments */
async function countComments({ postgres }: Blog): Promise<number> {
  const [row] = await postgres.sql<{ count: number }>(
    'SELECT count(*)::integer AS count FROM comments',
  )
  return row?.count ?? 0
}

/**
 * Writes the hostile comments.
 * @returns how many were stored
 */
export async function writeHostile(scene: Scene, blog: Blog, findings: Findings): Promise<number> {
  const all = [...handMade, ...spliceContents(scene.choose(400, 10))]
  await writeAll(blog, all, findings)
  const written = await countComments(blog)
  const valid = all.filter(isText).length
  findings.expect(
    written > 0 && written === valid,
    `${written} of ${valid} valid comments were stored`,
  )
  return written
}

/**
 * The numbers of comments that the admin area must show. A comment with a pending edit appears in
 * two queues.
 */
export type AdminCounts = { comments: number; waiting: number }

/**
 * Makes hostile text appear everywhere in the admin area. Replies are added to the comments written
 * by hand, because the admin area quotes parents. All comments are spread over the four queues, and
 * public ones get a pending edit. Views use the texts as referrers.
 */
export async function spreadOverAdmin(blog: Blog, findings: Findings): Promise<AdminCounts> {
  const { postgres } = blog
  const byHand = await postgres.sql<{ parent_id: number }>(
    `SELECT id AS parent_id FROM comments WHERE content NOT LIKE 'Spliced%'`,
  )
  await writeAll(blog, byHand, findings)
  await postgres.sql(
    `UPDATE comments
     SET status = ('{pending,published,spam,deleted}'::comment_status[])[1 + id % 4]`,
  )
  const edited = await postgres.sql(
    `UPDATE comments SET waiting_content = content, waiting_since = now() WHERE status = 'published'
     RETURNING id`,
  )
  await sendReferrers(blog, findings)
  return { comments: await countComments(blog), waiting: edited.length }
}

async function sendReferrers({ url, slug }: Blog, findings: Findings): Promise<void> {
  // Referrers have a maximum length.
  const texts = textsOf('content').map((text) => [...text].slice(0, 1_000).join(''))
  await forEachConcurrently(texts, 4, async (content) => {
    const { status, text } = await sendRequest(`${url}/api/views`, {
      json: { slug, referrer: `https://evil.example/${content}` },
    })
    findings.expect(status === 200 || status === 201, `POST /api/views returned ${status} ${text}`)
  })
}
