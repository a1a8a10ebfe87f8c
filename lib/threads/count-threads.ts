import 'server-only'
import type { Counts } from '@/lib/client'
import { queryRows } from '@/lib/db/client'
import { Prisma } from '@/lib/generated/prisma/client'
import { publicCommentCount, publicThreadBySlug } from './public-thread'

/**
 * Returns the counts of several threads in the order of their slugs; zeros for unknown slugs.
 * @throws DatabaseUnavailable
 */
export async function countThreads(slugs: string[]): Promise<Counts[]> {
  const rows = await queryRows<Counts>`
    SELECT asked.slug,
      CASE WHEN thread.id IS NULL THEN 0
        ELSE ${publicCommentCount(Prisma.sql`thread.id`)} END AS comments,
      coalesce((SELECT sum(views) FROM view_totals WHERE post_id = thread.id), 0)::float8 AS views
      FROM unnest(${[...new Set(slugs)]}::text[]) AS asked(slug)
      LEFT JOIN LATERAL (${publicThreadBySlug(Prisma.sql`asked.slug`)}) AS thread ON true`
  const bySlug = new Map(rows.map((row) => [row.slug, row]))
  return slugs.flatMap((slug) => bySlug.get(slug) ?? [])
}
