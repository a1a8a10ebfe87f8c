import 'server-only'
import { Prisma } from '@/lib/generated/prisma/client'

/** SQL for the number of public comments of a post, with replies, without tombstones. */
export const publicCommentCount = Prisma.sql`(
  SELECT coalesce(sum(comments_weight(comments)), 0)::integer FROM comments
   WHERE post_id = posts.id AND parent_id IS NULL
     AND (status = 'published' OR (status = 'deleted' AND published_replies > 0)))`
