import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { query } from '@/lib/db/client'

const crowdsMax = 50

/** Views of one network on one day beyond the limit. The network is an untraceable hash. */
export type Crowd = {
  day: string
  network: string
  views: number
  posts: { slug: string; title: string; views: number }[]
}

/** The latest crowds, and the total numbers of crowds and views. */
export type Suspects = { crowds: Crowd[]; count: number; views: number }

/**
 * Returns the views that await a verdict of the owner by day and network: the latest and largest
 * first, at most fifty.
 * @throws AppError `unauthorized`, `forbidden`; DatabaseUnavailable
 */
export async function listSuspects(actor: Actor | undefined): Promise<Suspects> {
  requireRole(actor, 'owner')
  const rows = await query(
    (client) => client.$queryRaw<(Crowd & { allCrowds: number; allViews: number })[]>`
      WITH crowds AS (
        SELECT day, network, sum(views) AS views, count(*) OVER ()::integer AS "allCrowds",
          sum(sum(views)) OVER ()::float8 AS "allViews"
          FROM view_suspects GROUP BY day, network ORDER BY day DESC, sum(views) DESC, network
            LIMIT ${crowdsMax}::integer
      )
      SELECT day::text, network::text, views::float8 AS views, "allCrowds", "allViews",
             (SELECT jsonb_agg(jsonb_build_object('slug', slug, 'title', title, 'views',
               suspect.views) ORDER BY suspect.views DESC, slug)
                FROM view_suspects AS suspect JOIN posts ON posts.id = post_id
               WHERE suspect.day = crowds.day AND suspect.network = crowds.network) AS posts
        FROM crowds ORDER BY crowds.day DESC, crowds.views DESC, network`,
  )
  return {
    crowds: rows.map(({ day, network, views, posts }) => ({ day, network, views, posts })),
    count: rows[0]?.allCrowds ?? 0,
    views: rows[0]?.allViews ?? 0,
  }
}
