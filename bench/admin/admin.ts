/**
 * Measures two pages of the admin area over HTTP, signed in as the owner. Compares the first page
 * with 100,000 comments in all states to that with 100 comments, and the last page of 10,000
 * pending comments to the first.
 */

import { measureAlternately, timeFigure } from '@/bench/support/measure-alternately'
import {
  type BenchDatabase,
  type Blog,
  startDatabase,
  startServer,
  withBlog,
} from '@/bench/support/prepare'
import { signIn } from '@/bench/support/sign-in'
import { encodeCursor } from '@/lib/comments/reading/comment-cursor'

/**
 * SQL that picks the status of comment `n`. `mixed` makes one comment in ten pending, six
 * published, two spam and one deleted. `even` makes all statuses equally common.
 */
const mixed = `(ARRAY['pending', 'published', 'published', 'published', 'published', 'published',
  'published', 'spam', 'spam', 'deleted'])[1 + n % 10]`
const even = `(ARRAY['pending','published','spam','deleted'])[1 + n % 4]`

/**
 * Adds realistic comments: 200 posts, 1,000 names, and a moderation record for each decided
 * comment. One comment in ten has a reason.
 */
async function addComments(
  database: BenchDatabase,
  count: number,
  statusOf: string,
): Promise<void> {
  await database.sql(`INSERT INTO posts (slug, title, content, tags, published_at)
    SELECT 'admin-' || n, 'On subject ' || n, 'Words.', '{}', now() - interval '90 days'
      FROM generate_series(1, 200) AS n`)
  for (let from = 1; from <= count; from += 10_000) {
    await database.sql(
      `WITH added AS (
         INSERT INTO comments (post_id, status, author_name, content, created_at, network_hash,
           screening)
         SELECT posts.id, (${statusOf})::comment_status, 'Reader ' || n % 1000, 'Comment ' || n
           || ': ' || repeat('words of some length, as readers write them. ', 4),
                now() - n * interval '1 minute', 'network ' || n % 5000,
                CASE WHEN n % 10 = 0
                     THEN '[{"rule":"links","verdict":"pending","reason":"4 links"}]'::jsonb
                     ELSE '[]' END
           FROM generate_series($1::integer, $2::integer) AS n
             JOIN posts ON slug = 'admin-' || 1 + n % 200
         RETURNING id, status)
       INSERT INTO comment_judgements (comment_id, from_status, to_status)
         SELECT id, 'pending', status FROM added WHERE status <> 'pending'`,
      [from, Math.min(count, from + 9_999)],
    )
  }
  await database.sql('VACUUM ANALYZE')
}

type Admin = { url: string; cookie: string }

async function timeOf({ url, cookie }: Admin, query = ''): Promise<number> {
  const startedAt = performance.now()
  const response = await fetch(`${url}/admin/comments${query}`, {
    headers: { cookie },
    redirect: 'manual',
  })
  const html = await response.text()
  const shown = html.split('class="admin-comment"').length - 1
  if (response.status !== 200 || shown !== 25)
    throw new Error(`${response.status} with ${shown} comments`)
  return performance.now() - startedAt
}

export async function measureAdmin({ server, database, directory }: Blog) {
  const small = await startDatabase(directory)
  await database.sql('DELETE FROM comments')
  await small.sql('DELETE FROM comments')
  await addComments(database, 100_000, mixed)
  await addComments(small, 100, even)
  const smallServer = await startServer(directory, small.url)
  try {
    const many = { url: server.url, cookie: await signIn(database) }
    const few = { url: smallServer.url, cookie: await signIn(small) }
    const { rows } = await database.sql(
      `SELECT id, created_at AS "createdAt" FROM comments WHERE status = 'pending'
       ORDER BY created_at DESC, id DESC OFFSET 9974 LIMIT 1`,
    )
    const last = `?after=${encodeCursor(rows[0])}`
    const first = await measureAlternately(
      () => timeOf(many),
      () => timeOf(few),
    )
    const pages = await measureAlternately(
      () => timeOf(many, last),
      () => timeOf(many),
    )
    return [
      timeFigure(
        'first admin page with 100,000 comments in all states',
        'with 100 comments',
        first,
      ),
      timeFigure('last admin page of 10,000 pending comments', 'for the first page', pages),
    ]
  } finally {
    await smallServer.stop()
    await small.stop()
  }
}

if (process.argv[1] === import.meta.filename) await withBlog(measureAdmin)
