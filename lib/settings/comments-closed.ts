import 'server-only'
import { Prisma } from '@/lib/generated/prisma/client'

const isBlogClosed = Prisma.sql`EXISTS (SELECT 1 FROM blog_settings WHERE comments_off)`

/**
 * The condition for an expired comment period. A post's own limit takes precedence over the blog's.
 * Without either, the result is NULL, which means not expired.
 */
const isPastLastDay = Prisma.sql`coalesce(posts.published_at
  + coalesce(posts.comments_close_after_days,
      (SELECT comments_close_after_days FROM blog_settings)) * interval '1 day' <= now(), false)`

/**
 * The condition for a row of `posts` that accepts no comments: it was closed, its time has expired,
 * or comments are off for the blog. Both the write path and the pages use it.
 */
export const commentsClosed = Prisma.sql`
  (posts.comments_closed OR ${isPastLastDay} OR ${isBlogClosed})`

/** The reason why a post accepts no comments; null if it does. */
export type ClosedBy = 'blog' | 'days' | 'post' | null

/**
 * The reason why a row of `posts` is closed: `blog`, `days` or `post`; null if it is open. Reasons
 * that reopening the post would not resolve come first.
 */
export const commentsClosedBy = Prisma.sql`
  (CASE WHEN ${isBlogClosed} THEN 'blog' WHEN ${isPastLastDay} THEN 'days'
        WHEN posts.comments_closed THEN 'post' END)`
