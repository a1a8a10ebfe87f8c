/**
 * Measures ten million views of ten thousand posts over three years: storage, reading one count,
 * and drawing a year's chart.
 */
import { type Figure, show } from '@/bench/support/figure'
import { type BenchDatabase, type BenchServer, withBlog } from '@/bench/support/prepare'
import { median } from '@/bench/support/quantile'
import { signIn } from '@/bench/support/sign-in'

const rounds = 400
const pageRounds = 100
const gigabyte = 1_000_000_000

async function medianMs(url: string, cookie = ''): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < rounds; i++) {
    const startedAt = performance.now()
    const response = await fetch(url, {
      headers: { 'x-forwarded-for': `10.8.${i >> 8}.${i & 255}`, cookie },
    })
    await response.text()
    if (!response.ok) throw new Error(`${url} returned ${response.status}`)
    times.push(performance.now() - startedAt)
  }
  return median(times)
}

/**
 * Returns the median milliseconds until the statistics page has sent its chart, regardless of later
 * content.
 */
async function medianToChartMs(url: string, cookie: string): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < pageRounds; i++) {
    const startedAt = performance.now()
    const response = await fetch(url, { headers: { 'x-forwarded-for': `10.9.0.${i}`, cookie } })
    let page = ''
    let chartMs: number | undefined
    for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      page += text
      if (/<figure class="stats-chart">.*<\/svg>/s.test(page))
        chartMs ??= performance.now() - startedAt
    }
    if (!response.ok || chartMs === undefined)
      throw new Error(`${url} returned ${response.status} without a chart`)
    times.push(chartMs)
  }
  return median(times)
}

export async function measureStoredViews({
  server,
  database,
}: {
  server: BenchServer
  database: BenchDatabase
}): Promise<Figure[]> {
  const url = `${server.url}/api/views?slug=counted-1`
  await database.sql(`
    DELETE FROM view_counts;
    INSERT INTO posts (slug, title, content, published_at, updated_at)
    SELECT 'counted-' || n, 'Counted', 'Words.', now() - interval '4 years', now()
      FROM generate_series(1, 10000) AS n;
    INSERT INTO view_counts (post_id, day, views)
    SELECT id, current_date - n, 10 FROM posts, generate_series(1, 100) AS n
      WHERE slug = 'counted-1'`)
  await medianMs(url)
  const few = await medianMs(url)
  // Few posts get most views, each over many days. Two processes counted.
  await database.sql(`
    DELETE FROM view_counts;
    INSERT INTO view_counts (post_id, day, shard, views)
    SELECT post_id, day, shard, count(*) FROM (
      SELECT first.id + floor(10000 * power(random(), 2))::integer AS post_id,
        current_date - floor(random() * 1095)::integer AS day,
             (random() < 0.5)::integer AS shard
        FROM (SELECT id FROM posts WHERE slug = 'counted-1') AS first, generate_series(1, 10000000)
    ) AS views GROUP BY 1, 2, 3 ORDER BY 2, 1`)
  await database.sql('VACUUM ANALYZE')
  await medianMs(url)
  const many = await medianMs(url)
  const { rows: sizes } = await database.sql(`
    SELECT sum(pg_total_relation_size(oid))::float8 AS bytes, (SELECT sum(views)::integer
      FROM view_counts) AS views,
           (SELECT count(*)::integer FROM view_counts) AS rows
      FROM pg_class WHERE relkind IN ('r', 'p') AND relname LIKE 'view\\_%'`)
  const { bytes, views, rows } = sizes[0]
  const cookie = await signIn(database)
  const page = `${server.url}/admin/stats?span=365`
  await medianToChartMs(page, cookie)
  const pageMs = await medianToChartMs(page, cookie)
  const postPageMs = await medianToChartMs(`${page}&post=counted-1`, cookie)
  // Downloads the chart's days as CSV: the same query without a page.
  const year = `${server.url}/admin/stats/download?of=days&span=365`
  const daysMs = await medianMs(year, cookie)
  const postDaysMs = await medianMs(`${year}&post=counted-1`, cookie)
  const stored = `${views.toLocaleString('en')} views in ${rows.toLocaleString('en')} rows`
  return [
    show({
      what: `GET /api/views with ${stored}`,
      ours: `${many.toFixed(2)} ms`,
      baseline: `${few.toFixed(2)} ms with 1,000`,
      ratio: `${(many / few).toFixed(2)} ×`,
      target: '≤ 1.15 ×',
      reached: many / few <= 1.15,
    }),
    show({
      what:
        'statistics page up to its 12-month chart with these views, ' +
        'for all posts and for the most read post',
      ours: `${pageMs.toFixed(1)} ms and ${postPageMs.toFixed(1)} ms`,
      baseline: `${daysMs.toFixed(1)} ms and ${postDaysMs.toFixed(1)} ms for the same days as CSV`,
      ratio: `${(pageMs / daysMs).toFixed(2)} ×`,
      target: '≤ 150 ms',
      reached: Math.max(pageMs, postPageMs, daysMs, postDaysMs) <= 150,
    }),
    show({
      what: 'storage of these views, without keys',
      ours: `${(bytes / 1_000_000).toFixed(0)} MB`,
      baseline: stored,
      ratio: `${(bytes / views).toFixed(0)} bytes per view`,
      target: '≤ 1 GB',
      reached: bytes <= gigabyte,
    }),
  ]
}

if (process.argv[1] === import.meta.filename) await withBlog(measureStoredViews)
