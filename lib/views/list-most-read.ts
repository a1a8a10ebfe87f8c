import 'server-only'
import { query } from '@/lib/db/client'
import { isPublic } from '@/lib/posts/is-public'
import { getBlog } from '@/lib/settings/get-blog'
import { daysOfSpan } from '@/lib/views/stats/days-of-span'
import { topOfDays } from '@/lib/views/stats/top-of-days'

const postsMax = 5
/** Number of posts ranked, because some may be drafts or scheduled. */
const rankedMax = 20

/** A public post with its recent views. */
export type MostRead = { slug: string; title: string; views: number }

/**
 * Returns the most read public posts of the last seven days, including today: at most five, most
 * views first.
 * @throws DatabaseUnavailable
 */
export async function listMostRead(at = new Date()): Promise<MostRead[]> {
  const days = daysOfSpan('7', (await getBlog()).timeZone, at)
  return query(
    (client) => client.$queryRaw<MostRead[]>`
      WITH ${topOfDays(days, rankedMax)}
      SELECT slug, title, top.views FROM top JOIN posts ON posts.id = top.post_id
       WHERE ${isPublic} ORDER BY top.views DESC, top.post_id DESC LIMIT ${postsMax}::integer`,
  )
}
