import 'server-only'
import { query } from '@/lib/db/client'
import { publicCommentCount } from '@/lib/posts/reading/public-posts'

/**
 * Returns the number of public comments of a post.
 * @param slug the current slug; the count for an unknown one is 0
 * @throws DatabaseUnavailable
 */
export async function countPostComments(slug: string): Promise<number> {
  const [row] = await query(
    (client) =>
      client.$queryRaw<
        { count: number }[]
      >`SELECT ${publicCommentCount} AS count FROM posts WHERE slug = ${slug}`,
  )
  return row?.count ?? 0
}
