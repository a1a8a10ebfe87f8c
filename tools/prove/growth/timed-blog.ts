import { encodeCursor } from '@/lib/comments/reading/comment-cursor'
import { sessionCookie } from '@/lib/http/session/session-cookie'
import type { TestPostgres } from '@/tools/prove/machines/postgres'
import { fillComments } from './fill-comments'
import { fillPosts } from './fill-posts'
import { fillViews } from './fill-views'
import { timedReader } from './middle-sample'

/**
 * The named content that is requested while addresses are timed. It exists before the blog grows
 * and stays unchanged.
 */
export type TimedBlog = {
  /** An example post with its original comments. */
  slug: string
  tag: string
  /**
   * A post with many threads, with the ids of the middle thread, the largest thread, and a reply in
   * the middle of that.
   */
  large: {
    slug: string
    postId: number
    middle: number
    cursor: string
    thread: number
    reply: number
  }
  /** A post whose page is not timed, which receives the written comments. */
  written: string
  /** A URL with a stored card. */
  card: string
  /** The name of a comment author. */
  author: string
  /** The session cookie of the owner. */
  owner: string
  /** The secret key of a draft. */
  previewKey: string
  /** The file name of an image. */
  picture: string
}

const threads = 300
const replies = 200
const card = 'https://example.org/timed'
const author = 'Reader 77'
/** Has the same length as generated keys. */
const previewKey = 'timed'.padEnd(32, '-')
/** Comments of one reader who requests their data. */
const ownComments = 20

/**
 * Adds the content that an example blog lacks: a post with many threads and a long one, a stored
 * card, and a session. Also adds some rows of each kind, so that every paginated or limited list
 * has its full length. The small blog then returns responses of the same size, so a longer time is
 * due to the size of the blog.
 */
export async function addTimed({ sql }: Pick<TestPostgres, 'sql'>): Promise<TimedBlog> {
  const [post] = await sql<{ slug: string; tag: string }>(
    `SELECT slug, tags[1] AS tag FROM posts WHERE NOT draft ORDER BY published_at LIMIT 1`,
  )
  if (!post) throw new Error('the example blog has no post')
  await fillPosts(sql, post.tag)
  await fillComments(sql, author)
  await fillViews(sql)
  await sql(
    `INSERT INTO posts (slug, title, content, published_at)
     SELECT slug, 'Timed', 'Text of a measured post.', now() - interval '2 years'
       FROM unnest(ARRAY['timed-large', 'timed-written']) AS slug`,
  )
  await sql(
    `INSERT INTO comments (post_id, status, author_name, content, created_at)
     SELECT id, 'published', 'Reader ' || n, 'A comment from before the growth: ' || n,
       now() - interval '1 year' + n * interval '1 minute'
       FROM posts, generate_series(1, ${threads}) AS n WHERE slug = 'timed-large'`,
  )
  const [large] = await sql<{ postId: number; thread: number; middle: number; middleAt: Date }>(
    `SELECT post_id AS "postId", (array_agg(id ORDER BY created_at))[1] AS thread,
     (array_agg(id ORDER BY created_at))[${threads / 2}] AS middle,
            (array_agg(created_at ORDER BY created_at))[${threads / 2}] AS "middleAt"
       FROM comments WHERE post_id = (SELECT id FROM posts WHERE slug = 'timed-large')
         GROUP BY post_id`,
  )
  if (!large) throw new Error('the large post has no comments')
  await sql(
    `INSERT INTO comments (post_id, parent_id, status, author_name, content, created_at)
     SELECT $1, $2, 'published', 'Reader ' || n, 'One of many replies: ' || n,
       now() - interval '9 months' + n * interval '1 minute'
       FROM generate_series(1, ${replies}) AS n`,
    [large.postId, large.thread],
  )
  const [reply] = await sql<{ id: number }>(
    `SELECT id FROM comments WHERE parent_id = $1 ORDER BY created_at OFFSET ${replies / 2}
     LIMIT 1`,
    [large.thread],
  )
  await sql(
    `INSERT INTO link_previews (url, title, final_url, fetched_at, fresh_until)
     VALUES ($1, 'Kept', $1, now(), now() + interval '7 days')`,
    [card],
  )
  const picture = await addKeyed(sql, large.thread)
  const cursor = encodeCursor({ createdAt: large.middleAt, id: large.middle })
  const owner = await addOwner(sql)
  // The same happens after growth. Without it, the plans for the small blog would lack statistics.
  await sql('VACUUM ANALYZE')
  return {
    ...post,
    large: { slug: 'timed-large', ...large, cursor, reply: reply?.id ?? 0 },
    written: 'timed-written',
    card,
    author,
    owner,
    previewKey,
    picture,
  }
}

/**
 * Adds content that is accessed by a key: a draft with a preview link, and a reader's comments with
 * a ticket.
 * @returns the file name of an image
 */
async function addKeyed(sql: TestPostgres['sql'], thread: number): Promise<string> {
  await sql(
    `INSERT INTO posts (slug, title, content, published_at, draft, preview_key)
     VALUES ('timed-draft', 'Timed', 'Text of a draft.', now(), true, $1)`,
    [previewKey],
  )
  await sql(
    `WITH reader AS (INSERT INTO reader_addresses (hash, sealed) VALUES ('${timedReader}', 'sealed')
     RETURNING id)
     UPDATE comments SET address_id = reader.id FROM reader
      WHERE comments.id IN (SELECT id FROM comments WHERE parent_id = $1 ORDER BY created_at
        LIMIT ${ownComments})`,
    [thread],
  )
  const [picture] = await sql<{ name: string }>(
    `SELECT id || '-' || width || 'x' || height || '.webp' AS name FROM images
     WHERE (width, height) = (800, 600) ORDER BY added_at LIMIT 1`,
  )
  if (!picture) throw new Error('the blog has no image')
  return picture.name
}

async function addOwner(sql: TestPostgres['sql']): Promise<string> {
  const token = 'measurement session token'
  await sql(
    `INSERT INTO staff (id, name, email, role)
     VALUES ('timed', 'Timed', 'timed@sealed.invalid', 'owner')`,
  )
  await sql(
    `INSERT INTO staff_sessions (id, token, staff_id, expires_at)
     VALUES ('timed', $1, 'timed', now() + interval '1 day')`,
    [token],
  )
  return `session=${sessionCookie(token)}`
}
