import 'server-only'
import { Prisma } from '@/lib/generated/prisma/client'

/**
 * Whether a row of `posts` takes no comments: it was closed, or its time is over, or the whole blog takes none. The one
 * place that says so, for who writes and for what is shown.
 */
export const commentsClosed = Prisma.sql`(posts.comments_closed OR EXISTS (
  SELECT 1 FROM blog_settings WHERE comments_off OR posts.published_at + comments_close_after_days * interval '1 day' <= now()))`
