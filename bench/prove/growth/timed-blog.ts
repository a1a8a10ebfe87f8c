import type { ProvedPostgres } from '@/bench/prove/machines/postgres'
import { authSecret } from '@/bench/prove/machines/server'
import { sessionCookie } from '@/lib/auth/session-cookie'
import { encodeCursor } from '@/lib/comments/comment-cursor'
import { postColumns, tagsOf } from './post-words'

/** What is asked for by its name while addresses are timed. It is there before the blog grows, and stays as it is. */
export type TimedBlog = {
  /** Of an example post, with the comments that it came with. */
  slug: string
  tag: string
  /** Of a post with many threads, and the numbers of its middle thread, its largest one, and a reply in the middle of that. */
  large: { slug: string; postId: number; middle: number; cursor: string; thread: number; reply: number }
  /** Of a post that nobody times the page of: it takes what is written meanwhile. */
  written: string
  /** Something that a card is kept of. */
  card: string
  /** The name of one who commented. */
  author: string
  /** The cookie of somebody who is signed in as the owner. */
  owner: string
}

/** Posts that are as those that a blog grows by: of their tag there are two pages, and of all of them more. */
const posts = 60
const comments = 200
const threads = 300
const replies = 200
const card = 'https://example.org/timed'

/**
 * Adds to an example blog what the examples do not have: a post with many threads and a long one, some of each that it is to
 * grow by, a kept card, a session.
 */
export async function addTimed({ sql }: Pick<ProvedPostgres, 'sql'>): Promise<TimedBlog> {
  const [post] = await sql<{ slug: string; tag: string }>(
    `SELECT slug, tags[1] AS tag FROM posts WHERE NOT draft ORDER BY published_at LIMIT 1`,
  )
  if (!post) throw new Error('the seed has no post')
  await addMany(sql, post.tag)
  await sql(
    `INSERT INTO posts (slug, title, content, published_at)
     SELECT slug, 'Timed', 'Words of a post that is timed.', now() - interval '2 years' FROM unnest(ARRAY['timed-large', 'timed-written']) AS slug`,
  )
  await sql(
    `INSERT INTO comments (post_id, status, author_name, content, created_at)
     SELECT id, 'published', 'Reader ' || n, 'Said before it grew, by one of many: ' || n, now() - interval '1 year' + n * interval '1 minute'
       FROM posts, generate_series(1, ${threads}) AS n WHERE slug = 'timed-large'`,
  )
  const [large] = await sql<{ postId: number; thread: number; middle: number; middleAt: Date }>(
    `SELECT post_id AS "postId", (array_agg(id ORDER BY created_at))[1] AS thread, (array_agg(id ORDER BY created_at))[${threads / 2}] AS middle,
            (array_agg(created_at ORDER BY created_at))[${threads / 2}] AS "middleAt"
       FROM comments WHERE post_id = (SELECT id FROM posts WHERE slug = 'timed-large') GROUP BY post_id`,
  )
  if (!large) throw new Error('the large post has no comments')
  await sql(
    `INSERT INTO comments (post_id, parent_id, status, author_name, content, created_at)
     SELECT $1, $2, 'published', 'Reader ' || n, 'An answer of many: ' || n, now() - interval '9 months' + n * interval '1 minute'
       FROM generate_series(1, ${replies}) AS n`,
    [large.postId, large.thread],
  )
  const [reply] = await sql<{ id: number }>(
    `SELECT id FROM comments WHERE parent_id = $1 ORDER BY created_at OFFSET ${replies / 2} LIMIT 1`,
    [large.thread],
  )
  await sql(`INSERT INTO link_previews (url, title, fetched_at, fresh_until) VALUES ($1, 'Kept', now(), now() + interval '7 days')`, [card])
  const cursor = encodeCursor({ createdAt: large.middleAt, id: large.middle })
  return {
    ...post,
    large: { slug: 'timed-large', ...large, cursor, reply: reply?.id ?? 0 },
    written: 'timed-written',
    card,
    author: 'Reader 77',
    owner: await addOwner(sql),
  }
}

/** Posts over three years with views, a tenth of them, the one in the middle too, with as many comments as one has which a blog grows by. */
async function addMany(sql: ProvedPostgres['sql'], seedTag: string): Promise<void> {
  await sql(
    `INSERT INTO posts (slug, title, summary, content, tags, published_at)
     SELECT 'timed-' || n, ${postColumns('timed', 'n')}, ${tagsOf('n', seedTag)}, now() - n * interval '18 days' FROM generate_series(0, ${posts - 1}) AS n`,
  )
  await sql(
    `INSERT INTO post_links (post_id, url) SELECT id, substring(content FROM 'https://example.org/timed/[0-9]+') FROM posts WHERE slug ~ '^timed-[0-9]+$'`,
  )
  await sql(
    `INSERT INTO link_previews (url, title, description, fetched_at, fresh_until)
     SELECT DISTINCT url, 'A page that many link to', 'What it says of itself.', now(), now() + interval '7 days' FROM post_links WHERE url LIKE '%/timed/%'`,
  )
  await sql(
    `INSERT INTO comments (post_id, status, author_name, content, screening, created_at)
     SELECT id, CASE n % 10 WHEN 6 THEN 'spam' ELSE 'published' END::comment_status, 'Reader ' || n, 'What is said of this page, and of that thread: ' || n,
            CASE n % 10 WHEN 6 THEN '[{"rule":"links","verdict":"spam","reason":"It has many links."}]' ELSE '[]' END::jsonb,
            published_at + n * interval '1 minute'
       FROM posts, generate_series(1, ${comments}) AS n WHERE slug ~ '^timed-[0-9]*0$'`,
  )
  await sql(
    `INSERT INTO view_counts (post_id, day, shard, views)
     SELECT id, current_date - n, 0, 10 FROM posts, generate_series(1, 200) AS n WHERE slug ~ '^timed-[0-9]+$'`,
  )
}

async function addOwner(sql: ProvedPostgres['sql']): Promise<string> {
  const token = 'a session of who times it'
  await sql(`INSERT INTO staff (id, name, email, role) VALUES ('timed', 'Timed', 'timed@sealed.invalid', 'owner')`)
  await sql(`INSERT INTO staff_sessions (id, token, staff_id, expires_at) VALUES ('timed', $1, 'timed', now() + interval '1 day')`, [token])
  // The server signs with it.
  process.env.AUTH_SECRET = authSecret
  return `session=${sessionCookie(token)}`
}
