import 'server-only'
import { sign } from '@/lib/crypto/sign'
import { queryRows } from '@/lib/db/client'
import { AppError, NotFound } from '@/lib/errors'
import { Prisma } from '@/lib/generated/prisma/client'
import { errorText } from '@/lib/i18n/error-text'
import { getBlog } from '@/lib/settings/get-blog'
import { publicThreadBySlug } from '@/lib/threads/public-thread'

/** Days for which a reader is recognised. After that, another like by the same reader counts. */
export const likeKeptDays = 30

/** A like: its target and its reader. */
type Like = {
  slug: string
  /** The id of a comment; undefined for the post or page itself. */
  comment?: number | undefined
  /** False to remove the like. Undefined to toggle it, for forms that do not know its state. */
  liked?: boolean | undefined
  /** An IPv4 address or an IPv6 /64, as returned by `clientAddress`. */
  client: string
  userAgent: string
}

/**
 * Adds or removes a reader's like. A reader (network and browser) counts once. Only a keyed hash is
 * stored, which includes what is liked, so that likes of one reader cannot be linked.
 * @returns the current slug, the number of likes, and whether this reader's like is one of them
 * @throws NotFound if there is no such public post, page or comment; AppError `reactions-off`;
 * DatabaseUnavailable
 */
export async function setLike({ slug, comment, liked, client, userAgent }: Like) {
  if (!(await getBlog()).reactions) throw new AppError('reactions-off', errorText('reactionsOff'))
  const table = comment === undefined ? 'threads' : 'comments'
  const counters = Prisma.raw(table)
  const target =
    comment === undefined
      ? Prisma.sql`SELECT id FROM thread`
      : Prisma.sql`SELECT comments.id FROM comments JOIN thread ON thread.id = post_id
          WHERE comments.id = ${comment}::bigint AND status = 'published'`
  const reader = sign('like', JSON.stringify([table, client, userAgent]))
  const wanted = Prisma.sql`${liked ?? null}::boolean`
  const [result] = await queryRows<{ slug: string; likes: number; liked: boolean }>`
    WITH thread AS (${publicThreadBySlug(slug, Prisma.sql`threads.id, threads.slug`)}
    ), target AS (${target}
    ), marked AS (
      SELECT id, encode(sha256(convert_to(${reader}::text || id, 'UTF8')), 'hex') AS mark
        FROM target
    ), removed AS (
      DELETE FROM like_marks USING marked
       WHERE like_marks.mark = marked.mark AND ${wanted} IS NOT TRUE
      RETURNING -1 AS change
    ), added AS (
      INSERT INTO like_marks (mark) SELECT mark FROM marked
       WHERE ${wanted} IS NOT FALSE AND NOT EXISTS (SELECT FROM removed)
      ON CONFLICT DO NOTHING RETURNING 1 AS change
    ), counted AS (
      UPDATE ${counters} AS counter SET likes = likes + change
        FROM target, (SELECT change FROM removed UNION ALL SELECT change FROM added) AS changes
       WHERE counter.id = target.id RETURNING likes
    )
    SELECT thread.slug, coalesce((SELECT likes FROM counted), counter.likes) AS likes,
      ${wanted} IS NOT FALSE AND NOT EXISTS (SELECT FROM removed) AS liked
      FROM thread, target JOIN ${counters} AS counter ON counter.id = target.id`
  if (!result) throw new NotFound(comment === undefined ? 'post' : 'comment', comment ?? slug)
  return result
}
