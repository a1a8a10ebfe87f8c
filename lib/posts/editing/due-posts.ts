import 'server-only'
import { executeSql, queryRows } from '@/lib/db/client'
import { Prisma } from '@/lib/generated/prisma/client'
import { isPublic } from '@/lib/posts/is-public'

/** A scheduled post whose time has come, or a post after a scheduled update. */
type DuePost = { id: number; slug: string }

/** The condition for a post whose pages have not shown its current publication. */
const isUnshown = Prisma.sql`(shown_at IS NULL OR shown_at < published_at)`

/** The condition for a public post whose pages must be updated. */
export const isDue = Prisma.sql`${isPublic} AND ${isUnshown}`

/** The condition for a post whose publication date has passed without anybody seeing it. */
export const isMissed = Prisma.sql`published_at <= now() AND ${isUnshown}`

/**
 * Returns the posts whose time has come, but whose pages are out of date.
 * @throws DatabaseUnavailable
 */
export function findDuePosts(): Promise<DuePost[]> {
  return queryRows<DuePost>`
    SELECT id, slug FROM posts WHERE ${isDue} ORDER BY published_at`
}

/**
 * Records that pages show the posts. Call it after invalidating the pages: if the server stops in
 * between, they are invalidated again.
 * @throws DatabaseUnavailable
 */
export async function recordShown(posts: DuePost[]): Promise<void> {
  if (posts.length === 0) return
  const ids = posts.map(({ id }) => id)
  await executeSql`UPDATE posts SET shown_at = now() WHERE id = ANY(${ids}) AND ${isDue}`
}
