import 'server-only'
import { query } from '@/lib/db'
import { isPublic } from './is-public'

/** Where a post is found, and what a list of addresses says of it. */
export type PostAddress = { slug: string; title: string; summary: string; tags: string[]; updatedAt: Date; year: number }

/**
 * Every public post, newest first, without its text.
 *
 * @param timeZone IANA name: where the `year` begins in which a post was published
 * @throws DatabaseAway
 */
export function listPostAddresses(timeZone: string): Promise<PostAddress[]> {
  return query(
    (client) => client.$queryRaw<PostAddress[]>`
      SELECT slug, title, summary, coalesce(tags, '{}') AS tags, greatest(updated_at, published_at) AS "updatedAt",
             extract(year FROM published_at AT TIME ZONE ${timeZone})::integer AS year
        FROM posts WHERE ${isPublic}
       ORDER BY published_at DESC, id DESC`,
  )
}
