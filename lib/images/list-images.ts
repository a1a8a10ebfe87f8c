import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { query } from '@/lib/db'
import { imagePath } from '@/lib/markdown/own-image'
import type { ListedImage } from './image'

/** Images on one page of the list. */
const imagesPerPage = 24

type Row = Omit<ListedImage, 'url'>

/**
 * One page of the blog's images, the newest first, each with the posts that show it.
 *
 * @param page counted from 1; one beyond the last is empty
 * @returns `pages`, how many there are, at least 1
 * @throws AppError `unauthorized`, `forbidden` for a moderator; DatabaseAway
 */
export async function listImages(actor: Actor | undefined, page: number): Promise<{ images: ListedImage[]; pages: number }> {
  requireRole(actor, 'owner')
  const [rows, count] = await Promise.all([
    query(
      (client) => client.$queryRaw<Row[]>`
        -- Every post is read once, not once for each image.
        WITH shown AS (
          SELECT DISTINCT p.id, p.slug, p.title, name[1] AS image_id
            FROM posts AS p, regexp_matches(p.content || ' ' || p.cover, '/images/([0-9a-f]{32})-', 'g') AS name
        ), showing AS (
          SELECT image_id, json_agg(json_build_object('id', id, 'slug', slug, 'title', title) ORDER BY id DESC) AS posts
            FROM shown GROUP BY image_id
        )
        SELECT id, width, height, bytes, is_moving AS "isMoving", added_at AS "addedAt", coalesce(posts, '[]') AS posts
          FROM images LEFT JOIN showing ON image_id = id
         ORDER BY added_at DESC, id
         LIMIT ${imagesPerPage} OFFSET ${(page - 1) * imagesPerPage}`,
    ),
    query((client) => client.image.count()),
  ])
  return { images: rows.map((row) => ({ ...row, url: imagePath(row) })), pages: Math.max(1, Math.ceil(count / imagesPerPage)) }
}
