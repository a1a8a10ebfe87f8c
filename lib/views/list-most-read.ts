import 'server-only'
import { staleWhileRevalidate } from '@/lib/concurrency/stale-while-revalidate'
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

type Ranked = { id: number; views: number }

/**
 * Cached, because ranking many posts is slow and each comment regenerates the page with this list.
 * A minute of views hardly changes the ranking of a week.
 */
const rank = staleWhileRevalidate((days) => {
  const [first = '', last = ''] = days.split(' ')
  return query(
    (client) => client.$queryRaw<Ranked[]>`
      WITH ${topOfDays({ first, last }, rankedMax)} SELECT post_id AS id, views FROM top
        ORDER BY top.views DESC, post_id DESC`,
  )
})

/**
 * Returns the most read public posts of the last seven days, including today: at most five, most
 * views first.
 * @throws DatabaseUnavailable
 */
export async function listMostRead(at = new Date()): Promise<MostRead[]> {
  const { first, last } = daysOfSpan('7', (await getBlog()).timeZone, at)
  const ranked = await rank(`${first} ${last}`)
  const posts = await query(
    (client) => client.$queryRaw<(Omit<MostRead, 'views'> & { id: number })[]>`
      SELECT id, slug, title FROM posts WHERE id = ANY(${ranked.map(({ id }) => id)}::integer[])
        AND ${isPublic}`,
  )
  const byId = new Map(posts.map((post) => [post.id, post]))
  return ranked
    .flatMap(({ id, views }) => {
      const post = byId.get(id)
      return post ? [{ slug: post.slug, title: post.title, views }] : []
    })
    .slice(0, postsMax)
}
