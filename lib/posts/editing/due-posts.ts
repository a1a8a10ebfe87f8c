import 'server-only'
import { query } from '@/lib/db/client'
import { Prisma } from '@/lib/generated/prisma/client'
import { isPublic } from '@/lib/posts/is-public'

/** A post whose time has come. */
export type DuePost = { id: number; slug: string }

/** It was never shown, or before its time was put off. */
const isDue = Prisma.sql`${isPublic} AND (shown_at IS NULL OR shown_at < published_at)`

/**
 * The posts whose time has come, and which pages do not show yet.
 * @throws DatabaseUnavailable
 */
export function findDuePosts(): Promise<DuePost[]> {
  return query(
    (client) => client.$queryRaw<DuePost[]>`
      SELECT id, slug FROM posts WHERE ${isDue} ORDER BY published_at`,
  )
}

/**
 * Notes that pages show them. It stands in the database, and comes after the pages were told: a server that ends between
 * the two tells them once more.
 * @throws DatabaseUnavailable
 */
export async function noteShown(posts: DuePost[]): Promise<void> {
  if (posts.length === 0) return
  const ids = posts.map(({ id }) => id)
  await query(
    (client) => client.$executeRaw`
      UPDATE posts SET shown_at = now() WHERE id = ANY(${ids}) AND ${isDue}`,
  )
}
