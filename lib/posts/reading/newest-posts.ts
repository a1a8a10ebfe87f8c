import 'server-only'
import { Prisma } from '@/lib/generated/prisma/client'
import { isListed } from '@/lib/posts/is-public'

/**
 * Returns a query for the ids and dates of public posts.
 * @param tag limits the result to posts with this tag
 */
export const publicPosts = (tag?: string): Prisma.Sql =>
  tag === undefined
    ? Prisma.sql`SELECT id, published_at FROM posts WHERE ${isListed}`
    : Prisma.sql`
        SELECT post_id AS id, published_at FROM post_tags
         WHERE tag = ${tag} AND published_at <= now()`

/** Returns a query for the ids of the newest `publicPosts`, which an index covers. */
export const newestPosts = (limit: number, tag?: string, offset = 0): Prisma.Sql => Prisma.sql`
  SELECT id FROM (${publicPosts(tag)}) AS public_posts
   ORDER BY published_at DESC, id DESC LIMIT ${limit} OFFSET ${offset}`
