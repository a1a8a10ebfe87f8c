import 'server-only'
import { query } from '@/lib/db/client'
import { isPublic } from '@/lib/posts/is-public'

/** The slug of a post and the time of its last change for readers. */
export type PostAddress = { slug: string; updatedAt: Date }
/** The title and summary of a post. */
export type PostTitle = { slug: string; title: string; summary: string }

/**
 * Returns the newest public posts, at most `most`.
 * @throws DatabaseUnavailable
 */
export function listPostAddresses(most: number): Promise<PostAddress[]> {
  return query(
    (client) => client.$queryRaw<PostAddress[]>`
      SELECT slug, greatest(updated_at, published_at) AS "updatedAt" FROM posts
       WHERE ${isPublic} ORDER BY published_at DESC, id DESC LIMIT ${most}`,
  )
}

/**
 * Returns the newest public posts without their content, at most `most`.
 * @throws DatabaseUnavailable
 */
export function listPostTitles(most: number): Promise<PostTitle[]> {
  return query(
    (client) => client.$queryRaw<PostTitle[]>`
      SELECT slug, title, summary FROM posts WHERE ${isPublic}
       ORDER BY published_at DESC, id DESC LIMIT ${most}`,
  )
}
