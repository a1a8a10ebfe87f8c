import 'server-only'
import { Prisma } from '@/lib/generated/prisma/client'

const isBlogClosed = Prisma.sql`EXISTS (SELECT 1 FROM blog_settings WHERE comments_off)`

/** A post's own days count, or else the blog's. Of neither nothing is known, which is not over. */
const areDaysOver = Prisma.sql`coalesce(posts.published_at
  + coalesce(posts.comments_close_after_days, (SELECT comments_close_after_days FROM blog_settings)) * interval '1 day' <= now(), false)`

/**
 * Whether a row of `posts` takes no comments: it was closed, or its time is over, or the whole blog takes none. The one
 * place that says so, for who writes and for what is shown.
 */
export const commentsClosed = Prisma.sql`(posts.comments_closed OR ${areDaysOver} OR ${isBlogClosed})`

/**
 * What keeps a row of `posts` closed: `blog`, `days` or `post`; null where it is open. Of several that which opening the
 * post itself would not mend comes first.
 */
export const commentsClosedBy = Prisma.sql`
  (CASE WHEN ${isBlogClosed} THEN 'blog' WHEN ${areDaysOver} THEN 'days' WHEN posts.comments_closed THEN 'post' END)`
