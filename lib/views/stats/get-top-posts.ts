import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { query } from '@/lib/db/client'
import { Prisma } from '@/lib/generated/prisma/client'
import { getBlog } from '@/lib/settings/get-blog'
import { daysOfSpan } from './days-of-span'
import type { PostViews, Span } from './span'
import { topOfDays } from './top-of-days'

const postsMax = 20

/**
 * Returns the most read posts of a span, most views first, at most twenty.
 * @throws AppError `unauthorized`, `forbidden`; DatabaseUnavailable
 */
export async function getTopPosts(
  actor: Actor | undefined,
  span: Span,
  at = new Date(),
): Promise<PostViews[]> {
  requireRole(actor, 'owner')
  const { first, last, length } = daysOfSpan(span, (await getBlog()).timeZone, at)
  // Queried only for the top posts.
  const before =
    first === null
      ? Prisma.sql`NULL::float8`
      : Prisma.sql`(SELECT coalesce(sum(views), 0)::float8 FROM view_counts
                     WHERE post_id = top.post_id AND day BETWEEN ${first}::date - ${length}::integer
                       AND ${first}::date - 1)`
  return query(
    (client) => client.$queryRaw<PostViews[]>`
      WITH ${topOfDays({ first, last }, postsMax)}
      SELECT slug, title, top.views, ${before} AS before
        FROM top JOIN posts ON posts.id = top.post_id ORDER BY top.views DESC, top.post_id`,
  )
}
