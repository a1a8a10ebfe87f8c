import { encodeCursor } from '@/lib/comments/reading/comment-cursor'
import { issueDataTicket } from '@/lib/mail/data-ticket'
import { unsubscribeToken, verificationToken } from '@/lib/mail/mail-links'
import { adminPostsPerPage } from '@/lib/posts/editing/admin-posts'
import { postsPerPage } from '@/lib/posts/post'
import type { TestPostgres } from '@/tools/prove/machines/postgres'
import { manyTag } from './post-text'

/**
 * Address parts from the middle of a blog of any size. The requested content differs before and
 * after growth but must take the same time.
 */
export type MiddleSample = {
  /** Pages of the list of posts, and of a tag that half of them have. */
  page: string
  tagPage: string
  /** A page of the admin list of posts, which has longer pages. */
  adminPage: string
  year: string
  slug: string
  postId: string
  /** A comment of the post, and the cursor of the admin area after it. */
  comment: string
  adminCursor: string
  /** The id of the newest comment, which admin lists send to request newer ones. */
  newest: string
  /** A new ticket for the data of the reader with known comments. */
  ticket: string
  /** New signed tokens from e-mails to that reader, to confirm the address and to unsubscribe. */
  verification: string
  unsubscription: string
}

/** The names of these values in reports, equal before and after growth. */
export const middlePlaceholders: MiddleSample = {
  page: '(middle)',
  tagPage: '(middle)',
  adminPage: '(middle)',
  year: '(middle)',
  slug: '(middle)',
  postId: '(middle)',
  comment: '(middle)',
  adminCursor: '(middle)',
  newest: '(newest)',
  ticket: '(ticket)',
  verification: '(token)',
  unsubscription: '(token)',
}

/** The hash of the address of a reader who requests their own data. */
export const timedReader = 'measured reader'

const middlePage = (posts: number, perPage = postsPerPage) =>
  String(Math.floor(Math.ceil(posts / perPage) / 2) + 1)

type Found = {
  posts: number
  tagged: number
  year: number
  slug: string
  postId: number
  comment: number
  createdAt: Date
  newest: number
  reader: number
  readerSince: Date
  readersComment: number
}

/** Finds the middle of a blog among the generated posts. */
export async function findMiddleSample({ sql }: Pick<TestPostgres, 'sql'>): Promise<MiddleSample> {
  const [found] = await sql<Found>(
    `WITH listed AS MATERIALIZED (SELECT id, slug, tags, published_at FROM posts
     WHERE NOT draft AND published_at <= now()),
          many AS MATERIALIZED (SELECT id, slug, published_at FROM listed
            WHERE slug ~ '^(timed|grown)-[0-9]+$'),
          middle AS (SELECT * FROM many ORDER BY published_at DESC OFFSET (SELECT count(*) / 2
            FROM many) LIMIT 1)
     SELECT (SELECT count(*)::integer FROM listed) AS posts, (SELECT count(*)::integer FROM listed
       WHERE $1 = ANY (tags)) AS tagged,
            extract(year FROM middle.published_at)::integer AS year, middle.slug,
            middle.id AS "postId",
            comment.id AS comment, comment.created_at AS "createdAt",
            (SELECT max(id) FROM comments) AS newest,
            reader.id AS reader, reader.created_at AS "readerSince",
            (SELECT max(id) FROM comments WHERE address_id = reader.id) AS "readersComment"
       FROM middle, (SELECT id, created_at FROM reader_addresses
         WHERE hash = '${timedReader}') AS reader,
           LATERAL (SELECT id, created_at FROM comments
             WHERE post_id = middle.id AND parent_id IS NULL AND status = 'published'
                              ORDER BY created_at, id OFFSET 5 LIMIT 1) AS comment`,
    [manyTag],
  )
  if (!found) throw new Error('found no post in the middle of the blog')
  const {
    posts,
    tagged,
    year,
    slug,
    postId,
    comment,
    createdAt,
    newest,
    reader,
    readerSince,
    readersComment,
  } = found
  const address = { id: reader, createdAt: readerSince }
  return {
    page: middlePage(posts),
    tagPage: middlePage(tagged),
    adminPage: middlePage(posts, adminPostsPerPage),
    year: String(year),
    slug,
    postId: String(postId),
    comment: String(comment),
    adminCursor: encodeCursor({ createdAt, id: comment }),
    newest: String(newest),
    verification: verificationToken(address, readersComment),
    unsubscription: unsubscribeToken(address),
    ticket: issueDataTicket({ addressIds: [reader], commentIds: [] }),
  }
}
