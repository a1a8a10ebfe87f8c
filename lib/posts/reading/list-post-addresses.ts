import 'server-only'
import { query } from '@/lib/db/client'
import { Prisma } from '@/lib/generated/prisma/client'
import { isPublic } from '@/lib/posts/is-public'

/** Where a post is found, and when readers last got something new of it. */
export type PostAddress = { slug: string; updatedAt: Date }
/** What a post is about, in its author's words. */
export type PostTitle = { slug: string; title: string; summary: string }

/**
 * Every public post, newest first.
 *
 * @param part only those in that file of the sitemap, counted from 1
 * @throws DatabaseUnavailable
 */
export function listPostAddresses(part?: number): Promise<PostAddress[]> {
  const isListed =
    part === undefined ? isPublic : Prisma.sql`${isPublic} AND sitemap_part(id) = ${part}::integer`
  return query(
    (client) => client.$queryRaw<PostAddress[]>`
      SELECT slug, greatest(updated_at, published_at) AS "updatedAt" FROM posts WHERE ${isListed} ORDER BY published_at DESC, id DESC`,
  )
}

/**
 * The newest public posts, at most so many, without their texts.
 * @throws DatabaseUnavailable
 */
export function listPostTitles(most: number): Promise<PostTitle[]> {
  return query(
    (client) => client.$queryRaw<PostTitle[]>`
      SELECT slug, title, summary FROM posts WHERE ${isPublic} ORDER BY published_at DESC, id DESC LIMIT ${most}`,
  )
}
