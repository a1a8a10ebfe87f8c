import type { ProvedPostgres } from '@/tools/prove/machines/postgres'
import { filledPosts, isFilled, numberOfPost } from './fill-posts'
import {
  aheadTimes,
  mostAMinute,
  readAMinute,
  readMinutes,
  refusalReasons,
  viewsOfDay,
} from './grown-views'

const days = 200
/** Of the post that is read most, on a day: all of them together have numbers as long as those of many posts. */
const most = 80_000
/** A list of the figures has twenty lines. */
const sites = 40
/** Crowds of ten posts: as many as the admin area lists. */
const suspects = 500

/** Views of each day and of those that read now, where they came from, what was not counted, and crowds: what fills each list of the figures. */
export async function fillViews(sql: ProvedPostgres['sql']): Promise<void> {
  const { first, last } = filledPosts
  await sql(
    `INSERT INTO view_counts (post_id, day, shard, views)
     SELECT id, current_date - n, 0, ${viewsOfDay(`(${numberOfPost} - ${first})`, last - first + 1, most)}
       FROM posts, generate_series(1, ${days}) AS n WHERE ${isFilled}`,
  )
  // What a blog grows by is of another shard.
  await sql(
    `INSERT INTO view_sources (day, kind, name, shard, views)
     SELECT current_date - day, 'referrer', 'site-' || site || '.example', 0, 100 FROM generate_series(1, ${days}) AS day, generate_series(0, ${sites - 1}) AS site`,
  )
  await sql(
    `INSERT INTO view_refusals (day, reason, shard, views)
     SELECT current_date - day, reason, 0, 1000 FROM generate_series(1, ${days}) AS day, unnest(${refusalReasons}) AS reason`,
  )
  await sql(
    `INSERT INTO view_suspects (day, network, post_id, views)
     SELECT current_date - 1, md5('timed crowd ' || n / 10)::uuid, id, 1
       FROM generate_series(0, ${suspects - 1}) AS n JOIN posts ON ${isFilled} AND ${numberOfPost} = ${first} + n % ${last - first + 1}`,
  )
  // As much traffic as that of a blog which has grown, on fewer posts: how much is read in a minute is not how much there is.
  await sql(
    `INSERT INTO view_minutes (minute, post_id, shard, views)
     SELECT date_trunc('minute', now()) + n * interval '1 minute', id, 0, 1 + ${mostAMinute} / place
       FROM generate_series(${-readMinutes}, ${aheadTimes * readMinutes}) AS n,
            (SELECT id, row_number() OVER (ORDER BY id) AS place FROM posts WHERE NOT draft ORDER BY id LIMIT ${readAMinute}) AS read`,
  )
}
