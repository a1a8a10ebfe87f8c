import type { TestPostgres } from '@/tools/prove/machines/postgres'
import { filledPosts, isFilled, numberOfPost } from './fill-posts'
import {
  futurePeriods,
  postsReadPerMinute,
  readMinutes,
  refusalReasons,
  topPostViewsPerMinute,
  viewsOfDay,
} from './grown-views'

const days = 200
/**
 * Daily views of the most read post. The totals then have as many digits as those of many posts.
 */
const topPostViewsPerDay = 80_000
/** Each statistics list has twenty rows. */
const sites = 40
/** Groups of ten posts with suspicious views; as many as the admin area lists. */
const suspects = 500

/**
 * Adds daily and current views, referrers, rejected views and suspicious views, to fill each
 * statistics list.
 */
export async function fillViews(sql: TestPostgres['sql']): Promise<void> {
  const { first, last } = filledPosts
  await sql(
    `INSERT INTO view_counts (post_id, day, shard, views)
     SELECT id, current_date - n, 0,
       ${viewsOfDay(`(${numberOfPost} - ${first})`, last - first + 1, topPostViewsPerDay)}
       FROM posts, generate_series(1, ${days}) AS n WHERE ${isFilled}`,
  )
  // Growth uses another shard.
  await sql(
    `INSERT INTO view_sources (day, kind, name, shard, views)
     SELECT current_date - day, 'referrer', 'site-' || site || '.example', 0, 100
       FROM generate_series(1, ${days}) AS day, generate_series(0, ${sites - 1}) AS site`,
  )
  await sql(
    `INSERT INTO view_refusals (day, reason, shard, views)
     SELECT current_date - day, reason, 0, 1000 FROM generate_series(1, ${days}) AS day,
       unnest(${refusalReasons}) AS reason`,
  )
  await sql(
    `INSERT INTO view_suspects (day, network, post_id, views)
     SELECT current_date - 1, md5('timed crowd ' || n / 10)::uuid, id, 1
       FROM generate_series(0, ${suspects - 1}) AS n
         JOIN posts ON ${isFilled} AND ${numberOfPost} = ${first} + n % ${last - first + 1}`,
  )
  // Simulates the traffic of a grown blog on fewer posts, because the views per minute do not
  // depend on the number of posts.
  await sql(
    `INSERT INTO view_minutes (minute, post_id, shard, views)
     SELECT date_trunc('minute', now()) + n * interval '1 minute', id, 0,
            1 + ${topPostViewsPerMinute} / place
       FROM generate_series(${-readMinutes}, ${futurePeriods * readMinutes}) AS n,
            (SELECT id, row_number() OVER (ORDER BY id) AS place FROM posts WHERE NOT draft
            ORDER BY id LIMIT ${postsReadPerMinute}) AS read`,
  )
}
