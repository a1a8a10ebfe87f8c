import 'server-only'
import { query, violates } from '@/lib/db/client'
import { Prisma } from '@/lib/generated/prisma/client'
import { publicThreadBySlug } from '@/lib/threads/public-thread'
import type { Refusal } from './find-refusal'
import type { DeviceClass } from './view-source'

/** Hashes under the salt of a UTC day: of the reader, the network and, with a key, the request. */
type Marks = { day: string; hashes: string[] }

/** A view of a post without personal data. */
export type AnonymisedView = {
  slug: string
  refusal: Refusal | undefined
  /** Hashes of the day, and of the day before if anything was counted then. */
  marks: [Marks, ...Marks[]]
  referrer: string | undefined
  device: DeviceClass | undefined
}

/** Reason why a view is not counted. A `flood` exceeds the `suspect` views kept for review. */
export type UncountedReason = Refusal | 'already-counted' | 'suspect' | 'flood'

/** `views` is null if no public post has the slug. */
export type Outcome = { views: number | null; reason: UncountedReason | 'unknown-post' | null }

/**
 * Maximum number of new views per network in ten minutes that are counted. Further ones are kept
 * for review.
 */
export const burstViewsMax = 30
export const suspectViewsMax = 1_000

/** Maximum number of distinct referrers per day, because clients can send any value. */
const referrersPerDayMax = 1_000

/** Shard of this process, which reduces lock contention between processes. */
const shard = Math.floor(Math.random() * 16)

/**
 * Counts views that have not been counted before, in one atomic statement.
 * @param timeZone the time zone that determines the days of the counts
 * @returns one outcome per view, in their order
 * @throws DatabaseUnavailable
 */
export async function countViews(
  views: AnonymisedView[],
  timeZone: string,
  at = new Date(),
): Promise<Outcome[]> {
  const missing = new Set(views.map(({ marks }) => marks[0].day))
  for (let attempt = 1; ; attempt++) {
    try {
      return await runCount(views, timeZone, at)
    } catch (error) {
      // The partition of a day is missing if the scheduled task has not run.
      if (attempt > 2 || !violates(error, 'no partition of relation')) throw error
      for (const day of missing)
        await query((client) => client.$queryRaw`SELECT view_marks_prepare(${day}::date)::text`)
    }
  }
}

async function runCount(views: AnonymisedView[], timeZone: string, at: Date): Promise<Outcome[]> {
  const marks = views.flatMap(({ marks, ...view }, item) =>
    marks.map(({ day, hashes: [reader, network, request] }, age) => {
      return { ...view, item, age, day, reader, network, request }
    }),
  )
  const rows = await query(
    (client) => client.$queryRaw<Outcome[]>`
      WITH moment AS (
        SELECT ${at}::timestamptz AS at, (${at}::timestamptz AT TIME ZONE ${timeZone})::date AS day,
          ${shard}::smallint AS shard
      ), known AS MATERIALIZED (
        SELECT * FROM jsonb_to_recordset(${JSON.stringify(marks)}::jsonb)
          AS known(item integer, age integer, slug text, refusal text, day date, reader uuid,
            network uuid, request uuid, referrer text, device text)
      ), requested AS MATERIALIZED (
        -- With the hashes under the current salt.
        SELECT * FROM known WHERE age = 0
      ), named AS MATERIALIZED (
        SELECT slugs.slug, post.id AS post_id FROM (SELECT DISTINCT slug FROM requested) AS slugs
          LEFT JOIN LATERAL (
          ${publicThreadBySlug(Prisma.sql`slugs.slug`)}
        ) AS post ON true
      ), seen AS (
        -- Readers and requests with a mark on the post within 24 hours, under either salt.
        -- LIMIT forces an index lookup for each mark: in a plain join, the planner reads all
        -- marks of the post and day.
        SELECT DISTINCT item
          FROM known JOIN named USING (slug), moment,
            LATERAL (VALUES (known.reader), (known.request)) AS own(mark),
               LATERAL (SELECT seen_at FROM view_marks
                         WHERE view_marks.day = known.day AND view_marks.post_id = named.post_id
                           AND view_marks.mark = own.mark LIMIT 1) AS left_mark
         WHERE left_mark.seen_at > moment.at - interval '24 hours'
      ), candidates AS (
        -- The first view of each reader and of each request in this batch.
        SELECT requested.*, post_id,
               row_number() OVER (PARTITION BY post_id, reader ORDER BY item) AS nth_of_reader,
               row_number() OVER (PARTITION BY post_id, coalesce(request, reader)
                 ORDER BY item) AS nth_of_request
          FROM requested JOIN named USING (slug)
         WHERE refusal IS NULL AND post_id IS NOT NULL AND item NOT IN (SELECT item FROM seen)
      ), busy AS (
        SELECT known.item, sum(view_bursts.views) AS views
          FROM known JOIN view_bursts USING (network), moment
         -- Stored by minute; includes the minute in which the ten minutes began.
         WHERE minute >= date_trunc('minute', moment.at - interval '10 minutes') GROUP BY 1
      ), ranked AS (
        SELECT candidates.*, coalesce(busy.views, 0) + row_number() OVER (PARTITION BY network
          ORDER BY item) AS nth_of_network
          FROM candidates LEFT JOIN busy USING (item)
         WHERE nth_of_reader = 1 AND nth_of_request = 1
      ), suspected AS (
        SELECT network, sum(views) AS views FROM view_suspects
         WHERE day = (SELECT day FROM moment)
           AND network IN (SELECT network FROM ranked
           WHERE nth_of_network > ${burstViewsMax}::integer)
         GROUP BY 1
      ), weighed AS (
        SELECT ranked.*, CASE WHEN nth_of_network <= ${burstViewsMax}::integer THEN NULL
                              WHEN coalesce(suspected.views, 0) < ${suspectViewsMax}::integer
                                THEN 'suspect'
                              ELSE 'flood' END AS verdict
          FROM ranked LEFT JOIN suspected USING (network)
      ), marked AS (
        -- Sorted, so that processes with the same marks cannot deadlock. Floods store no marks.
        INSERT INTO view_marks (day, post_id, mark, seen_at)
        SELECT weighed.day, post_id, mark, moment.at
          FROM weighed, moment, LATERAL (VALUES (reader), (request)) AS own(mark)
         WHERE mark IS NOT NULL AND verdict IS DISTINCT FROM 'flood'
         ORDER BY mark
        ON CONFLICT DO NOTHING RETURNING post_id, mark
      ), outcome AS MATERIALIZED (
        -- RETURNING omits marks that another process has just inserted.
        SELECT item, named.post_id, requested.network, requested.referrer, requested.device,
               CASE WHEN named.post_id IS NULL THEN 'unknown-post'
                    WHEN requested.refusal IS NOT NULL THEN requested.refusal
                    WHEN weighed.verdict = 'flood' THEN 'flood'
                    WHEN weighed.item IS NULL
                      OR (weighed.post_id, weighed.reader) NOT IN (SELECT post_id, mark FROM marked)
                      OR (weighed.request IS NOT NULL
                        AND (weighed.post_id, weighed.request) NOT IN (SELECT post_id, mark
                        FROM marked))
                    THEN 'already-counted'
                    ELSE weighed.verdict END AS reason
          FROM requested JOIN named USING (slug) LEFT JOIN weighed USING (item)
      ), counted AS (
        INSERT INTO view_counts (post_id, day, shard, views)
        SELECT post_id, moment.day, moment.shard, count(*) FROM outcome, moment WHERE reason IS NULL
          GROUP BY 1, 2, 3 ORDER BY 1
        ON CONFLICT (post_id, day, shard) DO UPDATE SET views = view_counts.views + excluded.views
      ), just_now AS (
        INSERT INTO view_minutes (minute, post_id, shard, views)
        SELECT date_trunc('minute', moment.at), post_id, moment.shard, count(*) FROM outcome, moment
          WHERE reason IS NULL
         GROUP BY 1, 2, 3 ORDER BY 2
        ON CONFLICT (minute, post_id, shard) DO UPDATE
          SET views = view_minutes.views + excluded.views
      ), set_apart AS (
        INSERT INTO view_suspects (day, network, post_id, views)
        SELECT moment.day, network, post_id, count(*) FROM outcome, moment WHERE reason = 'suspect'
          GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
        ON CONFLICT (day, network, post_id) DO UPDATE
          SET views = view_suspects.views + excluded.views
      ), noticed AS (
        INSERT INTO view_bursts (network, minute, views)
        SELECT network, date_trunc('minute', moment.at), count(*) FROM outcome, moment
          WHERE reason IS NULL OR reason = 'suspect'
         GROUP BY 1, 2 ORDER BY 1
        ON CONFLICT (network, minute) DO UPDATE SET views = view_bursts.views + excluded.views
      ), refused AS (
        INSERT INTO view_refusals (day, reason, shard, views)
        SELECT moment.day, reason, moment.shard, count(*) FROM outcome, moment
          WHERE reason <> 'suspect' GROUP BY 1, 2, 3 ORDER BY 2
        ON CONFLICT (day, reason, shard) DO UPDATE SET views = view_refusals.views + excluded.views
      ), sources AS MATERIALIZED (
        SELECT post_id, kind, name
          FROM outcome CROSS JOIN moment CROSS JOIN LATERAL (VALUES
            ('device'::view_source_kind, device),
            ('referrer', CASE WHEN referrer IS NULL
                                OR EXISTS (SELECT FROM view_sources WHERE day = moment.day
                                  AND kind = 'referrer' AND name = referrer)
                                OR (SELECT count(DISTINCT name) FROM view_sources
                                  WHERE day = moment.day
                                  AND kind = 'referrer') < ${referrersPerDayMax}::integer
                              THEN referrer ELSE 'other' END)
          ) AS source(kind, name)
         WHERE reason IS NULL AND name IS NOT NULL
      ), counted_sources AS (
        INSERT INTO view_sources (day, kind, name, shard, views)
        SELECT moment.day, kind, name, moment.shard, count(*) FROM sources, moment
         GROUP BY 1, 2, 3, 4 ORDER BY 2, 3
        ON CONFLICT (day, kind, name, shard) DO UPDATE
          SET views = view_sources.views + excluded.views
      ), counted_sources_of_posts AS (
        INSERT INTO view_post_sources (post_id, day, kind, name, shard, views)
        SELECT post_id, moment.day, kind, name, moment.shard, count(*) FROM sources, moment
         GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 3, 4
        ON CONFLICT (post_id, day, kind, name, shard) DO UPDATE
          SET views = view_post_sources.views + excluded.views
      ), numbers AS MATERIALIZED (
        -- Otherwise, the planner may sum the views of all posts again for each view.
        SELECT post_id, (SELECT coalesce(sum(views), 0) FROM view_totals
          WHERE view_totals.post_id = outcome.post_id)
                        + count(*) FILTER (WHERE reason IS NULL) AS views
          FROM outcome GROUP BY post_id
      )
      SELECT reason, CASE WHEN post_id IS NOT NULL THEN views::float8 END AS views
        FROM outcome LEFT JOIN numbers USING (post_id) ORDER BY item`,
  )
  return rows
}
