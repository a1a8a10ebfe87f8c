import type { Growing, Grown } from './grown-rows'

const viewsADay = 10
const marksMax = 1_000_000
/** Networks and minutes of half an hour: about as many as views, of 100 million in 200 days. */
const bursts = 10_000
/** Posts that are read in a minute of such a day: those that are read most are read in each, most others in one of many. */
export const readAMinute = 277
/** Views of the post that is read most, in a minute. */
export const mostAMinute = 24
export const readMinutes = 30
/** So many times as long is laid ahead: to load and to time it takes less. */
export const aheadTimes = 6
const referrers = 200
/** Processes that counted: each post was counted by one of them. */
const shards = 3
export const refusalReasons = `(ARRAY['bot', 'prefetch', 'already-counted', 'staff'])`

/** Which post is read more than which others: few are read much, as posts are, and none is read by nobody. Of 50,000 they are ten views a post. */
export const viewsOfDay = (n: string, posts: number, most = 0.75 * posts) =>
  `(2 + floor(${most} / (1 + ${n} * 7919::bigint % ${posts})))::integer`

export const daysOf = ({ posts, views }: Growing) =>
  Math.max(1, Math.round(views / posts / viewsADay))

/** Views of each post on each day up to yesterday, their sums, and what is known of readers of today. */
export function grownViews(growing: Growing): Grown[] {
  const { posts, views, lastPost } = growing
  const days = daysOf(growing)
  const day = `current_date - 1 - n % ${days}`
  const read = Math.min(readAMinute, Math.ceil(posts / 4))
  // The minute, counted from 0, and the post, as many of all as are read more: it moves a little from minute to minute.
  const minute = `n / ${read}`
  const place = `n % ${read}`
  const post = `(${place} + floor(power(${posts - read}, (${place} + (${minute}) * 7 % 30 / 30.0::float8) / ${read})) - 1)::integer`
  return [
    {
      table: 'view_counts',
      columns: 'post_id, day, shard, views',
      rows: posts * days,
      select: (numbers) =>
        `SELECT ${lastPost} + 1 + n / ${days}, ${day}, n / ${days} % ${shards}, ${viewsOfDay(`(n / ${days})`, posts)} FROM ${numbers}`,
    },
    {
      table: 'view_totals',
      columns: 'post_id, shard, views',
      rows: posts,
      select: (numbers) =>
        `SELECT ${lastPost} + 1 + n, n % ${shards}, ${days}::bigint * ${viewsOfDay('n', posts)} FROM ${numbers}`,
    },
    {
      table: 'view_marks',
      columns: 'day, post_id, mark, seen_at',
      rows: Math.min(marksMax, views / 100),
      select: (numbers) =>
        `SELECT current_date, ${lastPost} + 1 + n % ${posts}, md5(n::text)::uuid, now() FROM ${numbers}`,
    },
    {
      table: 'view_sources',
      columns: 'day, kind, name, shard, views',
      rows: days * referrers,
      select: (numbers) =>
        `SELECT ${day}, 'referrer', 'site-' || n / ${days} || '.example', 15, 100 FROM ${numbers}`,
    },
    {
      table: 'view_refusals',
      columns: 'day, reason, shard, views',
      rows: days * 4,
      select: (numbers) =>
        `SELECT ${day}, ${refusalReasons}[1 + n / ${days}], 15, 1000 FROM ${numbers}`,
    },
    {
      table: 'view_suspects',
      columns: 'day, network, post_id, views',
      rows: Math.ceil(posts / 25),
      select: (numbers) =>
        `SELECT current_date - 1, md5('crowd ' || n / 10)::uuid, ${lastPost} + 1 + n, 1 FROM ${numbers}`,
    },
    {
      table: 'view_bursts',
      columns: 'network, minute, views',
      rows: bursts,
      select: (numbers) =>
        `SELECT md5('network ' || n)::uuid, date_trunc('minute', now()) - n % ${readMinutes} * interval '1 minute', 1 FROM ${numbers}`,
    },
    {
      table: 'view_minutes',
      columns: 'minute, post_id, shard, views',
      rows: (1 + aheadTimes) * readMinutes * read,
      // Most of them are still to come: it is timed for longer than anything is told as read now.
      select: (numbers) =>
        `SELECT date_trunc('minute', now()) + (${minute} - ${readMinutes}) * interval '1 minute',
                ${lastPost} + 1 + ${post}, 15, 1 + ${mostAMinute} / (1 + ${place}) FROM ${numbers}`,
    },
  ]
}
