import 'server-only'
import { query, violates } from '@/lib/db/client'
import { Prisma } from '@/lib/generated/prisma/client'
import { publicPostBySlug } from '@/lib/posts/reading/post-by-slug'
import type { Hashes } from './hash-under-salts'
import type { Refusal, UncountedReason } from './view'
import type { DeviceClass } from './view-source'

/** A look at a post, with nothing left in it that names anybody. */
export type MarkedLook = {
  slug: string
  refusal: Refusal | undefined
  /** What it is known by again, under each salt: of who read, of the wide network, and of the request where it has a key. */
  marks: [Hashes, ...Hashes[]]
  referrer: string | undefined
  device: DeviceClass | undefined
}

/** `views` is undefined where no public post has the slug. */
export type Outcome = { views: number | null; reason: UncountedReason | 'unknown-post' | null }

/** More new views than this of one network in ten minutes are kept apart; more than that of one network in a day, not at all. */
export const burstViewsMax = 30
export const suspectViewsMax = 1_000

/** Referrers are whatever a request says: so many hosts a day are told apart. */
const referrersPerDayMax = 1_000

/** Several processes count at once: each keeps to a shard of its own, as far as there are enough. */
export const shard = Math.floor(Math.random() * 16)

/**
 * Counts looks, or finds them counted: one statement, so that either all of it is stored or nothing.
 * @param timeZone whose days the numbers are kept by
 * @returns an outcome a look, in their order
 * @throws DatabaseUnavailable
 */
export async function countViews(
  looks: MarkedLook[],
  timeZone: string,
  at = new Date(),
): Promise<Outcome[]> {
  const missing = new Set(looks.map(({ marks }) => marks[0].day))
  for (let attempt = 1; ; attempt++) {
    try {
      return await runCount(looks, timeZone, at)
    } catch (error) {
      // A day begins without its partition where the timer that makes it did not run.
      if (attempt > 2 || !violates(error, 'no partition of relation')) throw error
      for (const day of missing)
        await query((client) => client.$queryRaw`SELECT view_marks_prepare(${day}::date)::text`)
    }
  }
}

async function runCount(looks: MarkedLook[], timeZone: string, at: Date): Promise<Outcome[]> {
  const asked = looks.map(({ slug, refusal, marks: [{ day, hashes }], referrer, device }, item) => {
    const [reader, network, request] = hashes
    return { item, slug, refusal, day, reader, network, request, referrer, device }
  })
  const all = looks.flatMap(({ marks }, item) =>
    marks.map(({ day, hashes: [reader, network, request] }) => ({
      item,
      day,
      reader,
      network,
      request,
    })),
  )
  const rows = await query(
    (client) => client.$queryRaw<(Outcome & { item: number })[]>`
      WITH moment AS (
        SELECT ${at}::timestamptz AS at, (${at}::timestamptz AT TIME ZONE ${timeZone})::date AS day, ${shard}::smallint AS shard
      ), asked AS MATERIALIZED (
        SELECT * FROM jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
          AS asked(item integer, slug text, refusal text, day date, reader uuid, network uuid, request uuid, referrer text, device text)
      ), known AS MATERIALIZED (
        SELECT * FROM jsonb_to_recordset(${JSON.stringify(all)}::jsonb) AS known(item integer, day date, reader uuid, network uuid, request uuid)
      ), named AS MATERIALIZED (
        SELECT slugs.slug, post.id AS post_id FROM (SELECT DISTINCT slug FROM asked) AS slugs LEFT JOIN LATERAL (
          ${publicPostBySlug(Prisma.sql`slugs.slug`)}
        ) AS post ON true
      ), seen AS (
        -- Who, or which request, left a mark on the post within 24 hours, under the salt of either day. LIMIT keeps it a look
        -- at the index for each: joined at once, the planner reads all that a post has of the day.
        SELECT DISTINCT item
          FROM known JOIN asked USING (item) JOIN named USING (slug), moment, LATERAL (VALUES (known.reader), (known.request)) AS own(mark),
               LATERAL (SELECT seen_at FROM view_marks
                         WHERE view_marks.day = known.day AND view_marks.post_id = named.post_id AND view_marks.mark = own.mark LIMIT 1) AS left_mark
         WHERE left_mark.seen_at > moment.at - interval '24 hours'
      ), candidates AS (
        -- Of those that came together, the first of each reader and of each request.
        SELECT asked.*, post_id,
               row_number() OVER (PARTITION BY post_id, reader ORDER BY item) AS nth_of_reader,
               row_number() OVER (PARTITION BY post_id, coalesce(request, reader) ORDER BY item) AS nth_of_request
          FROM asked JOIN named USING (slug)
         WHERE refusal IS NULL AND post_id IS NOT NULL AND item NOT IN (SELECT item FROM seen)
      ), busy AS (
        SELECT known.item, sum(view_bursts.views) AS views
          FROM known JOIN view_bursts USING (network), moment
         -- Kept by whole minutes: the one in which ten minutes began is of them.
         WHERE minute >= date_trunc('minute', moment.at - interval '10 minutes') GROUP BY 1
      ), ranked AS (
        SELECT candidates.*, coalesce(busy.views, 0) + row_number() OVER (PARTITION BY network ORDER BY item) AS nth_of_network
          FROM candidates LEFT JOIN busy USING (item)
         WHERE nth_of_reader = 1 AND nth_of_request = 1
      ), suspected AS (
        SELECT network, sum(views) AS views FROM view_suspects
         WHERE day = (SELECT day FROM moment) AND network IN (SELECT network FROM ranked WHERE nth_of_network > ${burstViewsMax}::integer)
         GROUP BY 1
      ), weighed AS (
        SELECT ranked.*, CASE WHEN nth_of_network <= ${burstViewsMax}::integer THEN NULL
                              WHEN coalesce(suspected.views, 0) < ${suspectViewsMax}::integer THEN 'suspect'
                              ELSE 'flood' END AS verdict
          FROM ranked LEFT JOIN suspected USING (network)
      ), marked AS (
        -- Sorted: two processes that take the same marks wait for each other, and not in a ring. What floods leaves none.
        INSERT INTO view_marks (day, post_id, mark, seen_at)
        SELECT weighed.day, post_id, mark, moment.at
          FROM weighed, moment, LATERAL (VALUES (reader), (request)) AS own(mark)
         WHERE mark IS NOT NULL AND verdict IS DISTINCT FROM 'flood'
         ORDER BY mark
        ON CONFLICT DO NOTHING RETURNING post_id, mark
      ), outcome AS MATERIALIZED (
        -- A mark that another process left meanwhile is not among those left here.
        SELECT item, named.post_id, asked.network, asked.referrer, asked.device,
               CASE WHEN named.post_id IS NULL THEN 'unknown-post'
                    WHEN asked.refusal IS NOT NULL THEN asked.refusal
                    WHEN weighed.verdict = 'flood' THEN 'flood'
                    WHEN weighed.item IS NULL
                      OR (weighed.post_id, weighed.reader) NOT IN (SELECT post_id, mark FROM marked)
                      OR (weighed.request IS NOT NULL AND (weighed.post_id, weighed.request) NOT IN (SELECT post_id, mark FROM marked))
                    THEN 'already-counted'
                    ELSE weighed.verdict END AS reason
          FROM asked JOIN named USING (slug) LEFT JOIN weighed USING (item)
      ), counted AS (
        INSERT INTO view_counts (post_id, day, shard, views)
        SELECT post_id, moment.day, moment.shard, count(*) FROM outcome, moment WHERE reason IS NULL GROUP BY 1, 2, 3 ORDER BY 1
        ON CONFLICT (post_id, day, shard) DO UPDATE SET views = view_counts.views + excluded.views
      ), just_now AS (
        INSERT INTO view_minutes (minute, post_id, shard, views)
        SELECT date_trunc('minute', moment.at), post_id, moment.shard, count(*) FROM outcome, moment WHERE reason IS NULL
         GROUP BY 1, 2, 3 ORDER BY 2
        ON CONFLICT (minute, post_id, shard) DO UPDATE SET views = view_minutes.views + excluded.views
      ), set_apart AS (
        INSERT INTO view_suspects (day, network, post_id, views)
        SELECT moment.day, network, post_id, count(*) FROM outcome, moment WHERE reason = 'suspect' GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
        ON CONFLICT (day, network, post_id) DO UPDATE SET views = view_suspects.views + excluded.views
      ), noticed AS (
        INSERT INTO view_bursts (network, minute, views)
        SELECT network, date_trunc('minute', moment.at), count(*) FROM outcome, moment WHERE reason IS NULL OR reason = 'suspect'
         GROUP BY 1, 2 ORDER BY 1
        ON CONFLICT (network, minute) DO UPDATE SET views = view_bursts.views + excluded.views
      ), refused AS (
        INSERT INTO view_refusals (day, reason, shard, views)
        SELECT moment.day, reason, moment.shard, count(*) FROM outcome, moment WHERE reason <> 'suspect' GROUP BY 1, 2, 3 ORDER BY 2
        ON CONFLICT (day, reason, shard) DO UPDATE SET views = view_refusals.views + excluded.views
      ), sources AS (
        INSERT INTO view_sources (day, kind, name, shard, views)
        SELECT moment.day, kind, name, moment.shard, count(*)
          FROM outcome CROSS JOIN moment CROSS JOIN LATERAL (VALUES
            ('device'::view_source_kind, device),
            ('referrer', CASE WHEN referrer IS NULL
                                OR EXISTS (SELECT FROM view_sources WHERE day = moment.day AND kind = 'referrer' AND name = referrer)
                                OR (SELECT count(DISTINCT name) FROM view_sources WHERE day = moment.day AND kind = 'referrer') < ${referrersPerDayMax}::integer
                              THEN referrer ELSE 'other' END)
          ) AS source(kind, name)
         WHERE reason IS NULL AND name IS NOT NULL GROUP BY 1, 2, 3, 4 ORDER BY 2, 3
        ON CONFLICT (day, kind, name, shard) DO UPDATE SET views = view_sources.views + excluded.views
      ), numbers AS (
        SELECT post_id, (SELECT coalesce(sum(views), 0) FROM view_totals WHERE view_totals.post_id = outcome.post_id)
                        + count(*) FILTER (WHERE reason IS NULL) AS views
          FROM outcome GROUP BY post_id
      )
      SELECT item, reason, CASE WHEN post_id IS NOT NULL THEN views::float8 END AS views
        FROM outcome LEFT JOIN numbers USING (post_id) ORDER BY item`,
  )
  return rows
}
