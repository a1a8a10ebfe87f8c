/**
 * Measures a site with 10,000 threads and 100,000 comments over HTTP: a thread, the numbers of 100
 * threads, a new comment, and the moderation list. The baseline is a site with 100 threads.
 */
import { measureAlternately, timeFigure } from '@/bench/support/measure-alternately'
import {
  type BenchDatabase,
  type Blog,
  startDatabase,
  startServer,
  withBlog,
} from '@/bench/support/prepare'
import { signIn } from '@/bench/support/sign-in'
import { asNewClient } from '@/test/new-client'

const host = 'measured.example.org'
const many = 10_000
const few = 100
const slugsPerRequest = 100

/** Adds a site whose threads have ten comments each: three are replies, one is pending. */
async function addSite({ sql }: BenchDatabase, threads: number): Promise<void> {
  await sql('DELETE FROM comments')
  await sql(
    `WITH site AS (
       INSERT INTO sites (name, origins) VALUES ('Measured', ARRAY['https://' || $1])
       RETURNING id
     ), host AS (INSERT INTO site_hosts (host, site_id) SELECT $1, id FROM site)
     INSERT INTO threads (site_id, slug, url, title)
     SELECT id, $1 || '/post-' || n, 'https://' || $1 || '/post-' || n, 'Post ' || n
       FROM site, generate_series(0, $2::integer - 1) AS n`,
    [host, threads],
  )
  await sql(`
    INSERT INTO comments (post_id, status, author_name, content, created_at)
    SELECT threads.id, (CASE n WHEN 7 THEN 'pending' ELSE 'published' END)::comment_status,
           'Reader ' || n, repeat('words of some length, as readers write them. ', 4),
           now() - (n * 10000 + threads.id) * interval '1 minute'
      FROM threads, generate_series(1, 7) AS n WHERE site_id IS NOT NULL`)
  await sql(`
    INSERT INTO comments (post_id, parent_id, status, author_name, content)
    SELECT post_id, id, 'published', 'Another', repeat('A reply. ', 10) FROM comments
     WHERE author_name IN ('Reader 1', 'Reader 2', 'Reader 3')`)
  await sql(`
    INSERT INTO view_counts (post_id, day, views)
    SELECT id, current_date - n, 10 FROM threads, generate_series(0, 9) AS n
     WHERE site_id IS NOT NULL`)
  await sql('VACUUM ANALYZE')
}

type Site = { url: string; cookie: string; threads: number }

const slugOf = ({ threads }: Site, n: number) => `${host}/post-${(n * 7_919) % threads}`

async function timeOf(
  address: string,
  status: number,
  check: (text: string) => boolean,
  options: RequestInit = {},
): Promise<number> {
  const startedAt = performance.now()
  const response = await fetch(address, {
    ...options,
    headers: { ...asNewClient(), ...options.headers },
  })
  const text = await response.text()
  const tookMs = performance.now() - startedAt
  if (response.status !== status || !check(text))
    throw new Error(`${address}: ${response.status} ${text.slice(0, 300)}`)
  return tookMs
}

let turn = 0

const actions: Record<string, (site: Site) => Promise<number>> = {
  'GET /api/threads for a page': (site) =>
    timeOf(`${site.url}/api/threads?slug=${slugOf(site, turn++)}`, 200, (text) =>
      text.includes('"reply_to"'),
    ),
  'GET /api/counts for 100 pages': (site) => {
    const slugs = Array.from({ length: slugsPerRequest }, () => slugOf(site, turn++))
    const query = slugs.map((slug) => `slug=${slug}`).join('&')
    return timeOf(
      `${site.url}/api/counts?${query}`,
      200,
      (text) => text.split('"views":100').length > slugsPerRequest,
    )
  },
  'POST /api/comments to a page': (site) =>
    timeOf(`${site.url}/api/comments`, 201, () => true, {
      method: 'POST',
      headers: { origin: `https://${host}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        slug: slugOf(site, turn++),
        author_name: 'Reader',
        content: `Comment number ${turn}, with *some* words in it.`,
      }),
    }),
  'the moderation list': (site) =>
    timeOf(
      `${site.url}/admin/comments`,
      200,
      (html) => html.split('class="admin-comment"').length === 26,
      { headers: { cookie: site.cookie }, redirect: 'manual' },
    ),
}

export async function measureSiteThreads({ server, database, directory }: Blog) {
  const small = await startDatabase(directory)
  await addSite(database, many)
  await addSite(small, few)
  const smallServer = await startServer(directory, small.url)
  try {
    const ours = { url: server.url, cookie: await signIn(database), threads: many }
    const baseline = { url: smallServer.url, cookie: await signIn(small), threads: few }
    const figures = []
    for (const [what, action] of Object.entries(actions))
      figures.push(
        timeFigure(
          `${what}, on a site with 10,000 threads and 100,000 comments`,
          'with 100 threads',
          await measureAlternately(
            () => action(ours),
            () => action(baseline),
          ),
        ),
      )
    return figures
  } finally {
    await smallServer.stop()
    await small.stop()
  }
}

if (process.argv[1] === import.meta.filename) await withBlog(measureSiteThreads)
