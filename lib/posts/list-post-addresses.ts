import 'server-only'
import { query } from '@/lib/db'

/** Where a post is found, and what a list of addresses says of it. */
export type PostAddress = { slug: string; title: string; summary: string; tags: string[]; updatedAt: Date }

/**
 * Every public post, newest first, without its text.
 * @throws DatabaseAway
 */
export function listPostAddresses(): Promise<PostAddress[]> {
  return query(
    (client) => client.$queryRaw<PostAddress[]>`
      SELECT slug, title, summary, coalesce(tags, '{}') AS tags, greatest(updated_at, published_at) AS "updatedAt"
        FROM posts WHERE NOT draft AND published_at <= now()
       ORDER BY published_at DESC, id DESC`,
  )
}
