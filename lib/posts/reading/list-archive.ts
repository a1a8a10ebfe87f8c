import 'server-only'
import { query } from '@/lib/db/client'
import { Prisma } from '@/lib/generated/prisma/client'
import { isPublic } from '@/lib/posts/is-public'
import { listTags } from './list-tags'

/** The maximum number of posts on an archive page of a year: one per day, with a margin. */
export const postsOfYearMax = 400

/** A year with published posts and their number, counted up to `postsOfYearMax` + 1. */
type ArchiveYear = { year: number; posts: number }

/** Returns whether a year has too many posts for one page and is split into months. */
export const isCrowded = ({ posts }: ArchiveYear) => posts > postsOfYearMax

type ArchiveMonth = { month: number; posts: number }
export type ArchivedPost = { slug: string; title: string; publishedAt: Date }
/** `months` lists the months with posts of a crowded year, newest first. */
export type Archive = { years: ArchiveYear[]; months: ArchiveMonth[]; posts: ArchivedPost[] }

type Row = {
  years: ArchiveYear[]
  months: ArchiveMonth[]
  posts: { slug: string; title: string; at: number }[]
}

/** Selects every year from the oldest to the newest public post, and its bounds. */
const yearsOfPosts = (timeZone: string) => Prisma.sql`
  SELECT year, make_timestamp(year, 1, 1, 0, 0, 0) AT TIME ZONE ${timeZone} AS begins,
         make_timestamp(year + 1, 1, 1, 0, 0, 0) AT TIME ZONE ${timeZone} AS ends
    FROM (SELECT extract(year FROM min(published_at) AT TIME ZONE ${timeZone})::integer AS oldest,
                 extract(year FROM max(published_at) AT TIME ZONE ${timeZone})::integer AS newest
            FROM posts WHERE ${isPublic}) AS all_posts,
         generate_series(greatest(oldest, 1), newest) AS year`

/** Counts the public posts from `begins` until `ends` in the index, up to `most`. */
const countWithin = (most?: number) =>
  Prisma.sql`(SELECT count(*)::integer
    FROM (SELECT FROM posts
           WHERE ${isPublic} AND published_at >= begins AND published_at < ends
           LIMIT ${most ?? null}::integer) AS counted)`

/**
 * Returns all years with posts, newest first, and the public posts of one year or, in a crowded
 * year, of one month. It reads only the posts that are shown. Years are counted in the index up to
 * `postsOfYearMax` + 1, since counting all of 50,000 posts took most of the query's time. A month
 * is always shown completely.
 * @param timeZone IANA name of the zone in which years begin
 * @param year defaults to the newest with posts
 * @param month 1 to 12; defaults to the newest with posts in a crowded year
 * @returns no posts for a year or month without any
 * @throws DatabaseUnavailable
 */
export async function listArchive(
  timeZone: string,
  year?: number,
  month?: number,
): Promise<Archive> {
  // Read `shown` by subqueries instead of a join. For a join, the generic plan expects a ninth of
  // all posts and reads them all.
  const [archive] = await query(
    (client) => client.$queryRaw<Row[]>`
      WITH years AS MATERIALIZED (
        SELECT year, begins, ends, ${countWithin(postsOfYearMax + 1)} AS posts
          FROM (${yearsOfPosts(timeZone)}) AS bounds),
      asked AS MATERIALIZED (
        SELECT year, begins, ends, posts > ${postsOfYearMax} AS is_crowded FROM years
         WHERE posts > 0 AND year = coalesce(${year ?? null}::integer, year) ORDER BY year DESC
           LIMIT 1),
      months AS MATERIALIZED (
        SELECT month, is_crowded, begins, ends, ${countWithin()} AS posts
          FROM (SELECT month, is_crowded, first AT TIME ZONE ${timeZone} AS begins,
                       (first + interval '1 month') AT TIME ZONE ${timeZone} AS ends
                  FROM asked, generate_series(1, 12) AS month,
                       LATERAL make_timestamp(year, month, 1, 0, 0, 0) AS first
                 WHERE is_crowded OR month = ${month ?? null}::integer) AS bounds),
      shown AS MATERIALIZED (
        SELECT begins, ends FROM asked WHERE NOT is_crowded AND ${month ?? null}::integer IS NULL
         UNION ALL
        (SELECT begins, ends FROM months
          WHERE posts > 0 AND month = coalesce(${month ?? null}::integer, month) ORDER BY month DESC
          LIMIT 1))
      SELECT coalesce((SELECT json_agg(json_build_object('year', year, 'posts', posts)
                                       ORDER BY year DESC)
                         FROM years WHERE posts > 0), '[]') AS years,
             coalesce((SELECT json_agg(json_build_object('month', month, 'posts', posts)
                                       ORDER BY month DESC)
                         FROM months WHERE is_crowded AND posts > 0), '[]') AS months,
             coalesce((SELECT json_agg(json_build_object('slug', slug, 'title', title, 'at',
                                                         extract(epoch FROM published_at) * 1000)
                                       ORDER BY published_at DESC, id DESC)
                         FROM posts
                        WHERE ${isPublic} AND published_at >= (SELECT begins FROM shown)
                          AND published_at < (SELECT ends FROM shown)), '[]') AS posts`,
  )
  return {
    years: archive?.years ?? [],
    months: archive?.months ?? [],
    posts: (archive?.posts ?? []).map(({ slug, title, at }) => ({
      slug,
      title,
      publishedAt: new Date(at),
    })),
  }
}

/** The time of the newest post per year and tag, when each list last changed. */
export type DatedLists = {
  years: { year: number; publishedAt: Date }[]
  tags: { tag: string; publishedAt: Date }[]
}

/**
 * Returns every year with published posts, newest first, and every tag of public posts.
 * @param timeZone IANA name of the zone in which years begin
 * @throws DatabaseUnavailable
 */
export async function dateLists(timeZone: string): Promise<DatedLists> {
  const [years, tags] = await Promise.all([
    query(
      (client) => client.$queryRaw<DatedLists['years']>`
        SELECT year, "publishedAt"
          FROM (${yearsOfPosts(timeZone)}) AS bounds,
               LATERAL (SELECT published_at AS "publishedAt" FROM posts
                         WHERE ${isPublic} AND published_at >= begins AND published_at < ends
                         ORDER BY published_at DESC LIMIT 1) AS of_year
         ORDER BY year DESC`,
    ),
    listTags(),
  ])
  return { years, tags }
}

/**
 * Returns the time of the newest public post; undefined if there is none.
 * @throws DatabaseUnavailable
 */
export async function dateNewestPost(): Promise<Date | undefined> {
  const [newest] = await query(
    (client) => client.$queryRaw<{ at: Date }[]>`
      SELECT published_at AS at FROM posts WHERE ${isPublic} ORDER BY published_at DESC LIMIT 1`,
  )
  return newest?.at
}
