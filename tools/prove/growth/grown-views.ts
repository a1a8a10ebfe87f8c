import type { Growing, Grown } from './grown-rows'

const viewsPerPostAndDay = 10
const marksMax = 1_000_000
/**
 * Rows of networks and minutes in half an hour: about one per view, at 100 million views in 200
 * days.
 */
const bursts = 10_000
/**
 * Posts that are read in a minute of such a day. The most popular are read every minute, most
 * others rarely.
 */
export const postsReadPerMinute = 277
/** Views per minute of the most read post. */
export const topPostViewsPerMinute = 24
export const readMinutes = 30
/**
 * The number of further periods of `readMinutes`, in the future, that get rows. Loading and timing
 * take less than that.
 */
export const futurePeriods = 6
const referrers = 200
/** Processes that counted. Each post was counted by one of them. */
const shards = 3
export const refusalReasons = `(ARRAY['bot', 'prefetch', 'already-counted', 'staff'])`

/**
 * Returns SQL for the daily views of a post. Few posts get most views, and each gets some. With
 * 50,000 posts, the average is ten per post.
 */
export const viewsOfDay = (n: string, posts: number, most = 0.75 * posts) =>
  `(2 + floor(${most} / (1 + ${n} * 7919::bigint % ${posts})))::integer`

export const daysOf = ({ posts, views }: Growing) =>
  Math.max(1, Math.round(views / posts / viewsPerPostAndDay))

/**
 * Returns the views of each post and day until yesterday, their totals, and the data about today's
 * readers.
 */
export function grownViews(growing: Growing): Grown[] {
  const { posts, views, lastPost } = growing
  const days = daysOf(growing)
  const day = `current_date - 1 - n % ${days}`
  const read = Math.min(postsReadPerMinute, Math.ceil(posts / 4))
  // The minute counted from 0, and the post chosen by popularity. The choice varies slightly from
  // minute to minute.
  const minute = `n / ${read}`
  const place = `n % ${read}`
  const post = `(${place} + floor(power(${posts - read},
                (${place} + (${minute}) * 7 % 30 / 30.0::float8) / ${read})) - 1)::integer`
  return [
    {
      table: 'view_counts',
      columns: 'post_id, day, shard, views',
      rows: posts * days,
      select: (numbers) =>
        `SELECT ${lastPost} + 1 + n / ${days}, ${day}, n / ${days} % ${shards},
         ${viewsOfDay(`(n / ${days})`, posts)} FROM ${numbers}`,
    },
    {
      table: 'view_totals',
      columns: 'post_id, shard, views',
      rows: posts,
      select: (numbers) =>
        `SELECT ${lastPost} + 1 + n, n % ${shards}, ${days}::bigint * ${viewsOfDay('n', posts)}
         FROM ${numbers}`,
    },
    {
      table: 'view_marks',
      columns: 'day, post_id, mark, seen_at',
      rows: Math.min(marksMax, views / 100),
      select: (numbers) =>
        `SELECT current_date, ${lastPost} + 1 + n % ${posts}, md5(n::text)::uuid, now()
         FROM ${numbers}`,
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
        `SELECT current_date - 1, md5('crowd ' || n / 10)::uuid, ${lastPost} + 1 + n, 1
         FROM ${numbers}`,
    },
    {
      table: 'view_bursts',
      columns: 'network, minute, views',
      rows: bursts,
      select: (numbers) =>
        `SELECT md5('network ' || n)::uuid,
         date_trunc('minute', now()) - n % ${readMinutes} * interval '1 minute', 1 FROM ${numbers}`,
    },
    {
      table: 'view_minutes',
      columns: 'minute, post_id, shard, views',
      rows: (1 + futurePeriods) * readMinutes * read,
      // Most rows lie in the future, because the measurement takes longer than the period shown as
      // current.
      select: (numbers) =>
        `SELECT date_trunc('minute', now()) + (${minute} - ${readMinutes}) * interval '1 minute',
                ${lastPost} + 1 + ${post}, 15, 1 + ${topPostViewsPerMinute} / (1 + ${place})
           FROM ${numbers}`,
    },
  ]
}
