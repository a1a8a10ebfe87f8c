import 'server-only'
import { query } from '@/lib/db/client'
import { Prisma } from '@/lib/generated/prisma/client'
import { publicCommentCount } from '@/lib/posts/reading/public-posts'
import { publicThreadBySlug } from './public-thread'

/** The counts of a post or page: its published comments, including replies, and its views. */
export type ThreadCounts = { slug: string; comments: number; views: number }

/**
 * Returns the counts of several threads in the order of their slugs; zeros for unknown slugs.
 * @throws DatabaseUnavailable
 */
export function countThreads(slugs: string[]): Promise<ThreadCounts[]> {
  return query(
    (client) => client.$queryRaw<ThreadCounts[]>`
      SELECT asked.slug,
        CASE WHEN thread.id IS NULL THEN 0
          ELSE ${publicCommentCount(Prisma.sql`thread.id`)} END AS comments,
        coalesce((SELECT sum(views) FROM view_totals WHERE post_id = thread.id), 0)::float8 AS views
        FROM unnest(${slugs}::text[]) WITH ORDINALITY AS asked(slug, nth)
        LEFT JOIN LATERAL (${publicThreadBySlug(Prisma.sql`asked.slug`)}) AS thread ON true
       ORDER BY nth`,
  )
}
