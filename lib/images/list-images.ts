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
        SELECT id, width, height, bytes, is_moving AS "isMoving", added_at AS "addedAt",
               (SELECT coalesce(json_agg(json_build_object('id', p.id, 'slug', p.slug, 'title', p.title) ORDER BY p.id DESC), '[]')
                  FROM posts AS p WHERE strpos(p.content, i.id) > 0 OR strpos(p.cover, i.id) > 0) AS posts
          FROM images AS i
         ORDER BY added_at DESC, id
         LIMIT ${imagesPerPage} OFFSET ${(page - 1) * imagesPerPage}`,
    ),
    query((client) => client.image.count()),
  ])
  return { images: rows.map((row) => ({ ...row, url: imagePath(row) })), pages: Math.max(1, Math.ceil(count / imagesPerPage)) }
}
