import { expect, test } from 'vitest'
import { exportComments } from '@/lib/comments/export/export-comments'
import { listForAdmin } from '@/lib/comments/moderation/list-for-admin'
import { db } from '@/lib/db/client'
import { addActor } from '@/test/authorisation/actors'
import { ownDatabase } from '@/test/database/database'
import { deleteSite } from './delete-threads'
import { countLocalThreads, countSite, listSiteThreads } from './site-threads'
import { listSites } from './sites'

await ownDatabase()
const owner = await addActor('owner')
const threadsOfLarge = 10_000

/** Adds a site whose threads have three comments and views on ten days each. */
async function addSite(host: string, threads: number): Promise<number> {
  const { id } = await db().site.create({ data: { name: host, origins: [`https://${host}`] } })
  await db().$executeRaw`
    INSERT INTO threads (site_id, slug, title, url, created_at)
    SELECT ${id}, ${host} || '/' || n, 'Page ' || n, 'https://' || ${host} || '/' || n,
      timestamptz '2026-01-01' + n * interval '1 minute' FROM generate_series(1, ${threads}) AS n`
  await db().$executeRaw`
    INSERT INTO comments (post_id, status, author_name, content)
    SELECT id, 'published', 'Ada', 'Some words.' FROM threads, generate_series(1, 3)
     WHERE site_id = ${id}`
  await db().$executeRaw`
    INSERT INTO view_counts (post_id, day, views)
    SELECT id, date '2026-01-01' + n, 7 FROM threads, generate_series(1, 10) AS n
     WHERE site_id = ${id}`
  return id
}

/** Returns the median duration in milliseconds. */
async function medianMs(work: () => Promise<unknown>): Promise<number> {
  const spent: number[] = []
  for (let run = 0; run < 7; run++) {
    const start = performance.now()
    await work()
    spent.push(performance.now() - start)
  }
  return spent.sort((one, other) => one - other)[3] ?? Number.NaN
}

test('the admin area stays fast with 10,000 threads on a site', { timeout: 240_000 }, async () => {
  const small = await addSite('small.example', 100)
  const large = await addSite('large.example', threadsOfLarge)
  for (let n = 0; n < 18; n++) await addSite(`other${n}.example`, 500)
  await db().$executeRaw`ANALYZE`
  const after = Buffer.from(`${Date.UTC(2026, 0, 1, 1)}.1000000`).toString('base64url')
  const lists = (siteId: number): [string, () => Promise<unknown>][] => [
    ['first page', () => listSiteThreads(owner, { siteId })],
    ['last page', () => listSiteThreads(owner, { siteId, after })],
    ['search', () => listSiteThreads(owner, { siteId, search: 'page 77' })],
    ['no match', () => listSiteThreads(owner, { siteId, search: 'nothing like this' })],
    ['totals', () => countSite(owner, siteId)],
    ['local threads', () => countLocalThreads(owner, siteId)],
    ['comments', () => listForAdmin(owner, { status: 'published', site: siteId })],
    ['sites', () => listSites(owner, 'en')],
  ]
  const figures: Record<string, number[]> = {}
  for (const siteId of [small, large])
    for (const [name, work] of lists(siteId))
      figures[name] = [...(figures[name] ?? []), await medianMs(work)]
  console.info('median ms with 100 and with 10,000 threads', figures)
  for (const [name, ms] of Object.entries(figures)) expect(Math.max(...ms), name).toBeLessThan(500)

  const exportStart = performance.now()
  let lines = 0
  for await (const batch of exportComments({ siteId: large })) lines += batch.length
  console.info('export ms', performance.now() - exportStart)
  expect(lines).toBe(1 + 4 * threadsOfLarge)

  const deletionStart = performance.now()
  await deleteSite(owner, large)
  console.info('deletion ms', performance.now() - deletionStart)
  expect(await db().comment.count()).toBe(3 * (100 + 18 * 500))
  expect((await listSiteThreads(owner, { siteId: small })).matching).toBe(100)
})
