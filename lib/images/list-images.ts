import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { query, queryRows } from '@/lib/db/client'
import { Prisma } from '@/lib/generated/prisma/client'
import { imagePath, widthsOf } from '@/lib/markdown/own-image'
import type { ListedImage } from './image'

const imagesPerPage = 24

type Row = Omit<ListedImage, 'url' | 'thumbnail'>

/**
 * Selects the ids of the posts that use an image, including in unpublished changes.
 * @param id the id of the image: a string or a column
 */
export const postsWithImage = (id: Prisma.Sql) => Prisma.sql`
  -- Matches the expression of the index, so that only posts with this image are read.
  SELECT id FROM posts WHERE post_images(content, cover) @> ARRAY[${id}]
   UNION SELECT post_id FROM post_working_copies WHERE post_images(content, cover) @> ARRAY[${id}]`

/**
 * The condition for an image that is the logo or the picture of the blog, or the image for social
 * media of a post or its unpublished changes.
 * @param id the id of the image: a string or a column
 */
export function isUsedElsewhere(id: Prisma.Sql): Prisma.Sql {
  const path = Prisma.sql`'/images/' || ${id} || '-%'`
  return Prisma.sql`(EXISTS (SELECT FROM posts WHERE social_image LIKE ${path})
    OR EXISTS (SELECT FROM post_working_copies WHERE social_image LIKE ${path})
    OR EXISTS (SELECT FROM blog_settings
      WHERE options ->> 'logo' LIKE ${path} OR options ->> 'picture' LIKE ${path}))`
}

/**
 * Returns one page of the blog's images, the newest first, each with the posts that use it. Writers
 * see only their own posts.
 * @param page counted from 1; a page beyond the last is empty
 * @returns `pages` is the number of pages, at least 1
 * @throws AppError `unauthorized`, `forbidden` for a moderator; DatabaseUnavailable
 */
export async function listImages(actor: Actor | undefined, page: number) {
  requireRole(actor, 'writer')
  const [rows, count] = await Promise.all([
    queryRows<Row>`
      WITH page AS MATERIALIZED (
        SELECT * FROM images
         ORDER BY added_at DESC, id LIMIT ${imagesPerPage} OFFSET ${(page - 1) * imagesPerPage}
      )
      SELECT id, width, height, bytes, is_moving AS "isMoving", added_at AS "addedAt",
             ${isUsedElsewhere(Prisma.sql`page.id`)} AS "isUsedElsewhere",
             (SELECT coalesce(
                       json_agg(
                         json_build_object('id', posts.id, 'slug', slug, 'title', title)
                         ORDER BY posts.id DESC),
                       '[]')
                FROM posts
               WHERE id IN (${postsWithImage(Prisma.sql`page.id`)})
                 AND (${actor.role === 'owner'} OR author_id = ${actor.staffId})) AS posts
        FROM page ORDER BY added_at DESC, id`,
    query((client) => client.image.count()),
  ])
  return {
    images: rows.map((row) => ({
      ...row,
      url: imagePath(row),
      thumbnail: imagePath(row, widthsOf(row.width)[0]),
    })),
    pages: Math.max(1, Math.ceil(count / imagesPerPage)),
  }
}
