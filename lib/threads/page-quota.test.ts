import { afterAll, expect, test } from 'vitest'
import { query } from '@/lib/db/client'
import { ownDatabase } from '@/test/database/database'
import { servePages } from '@/test/link-previews/serve-pages'
import { newClient } from '@/test/new-client'
import { admitPage } from './admit-page'
import { siteOfSlug } from './find-site'

/** Not the address of a developer's machine, whose pages are not fetched. */
const pages = await servePages(
  ({ url }, response) =>
    response.setHeader('content-type', 'text/html').end(`<title>Page ${url}</title><p>Words.`),
  '127.0.3.1',
)
afterAll(pages.close)
process.env.LINK_PREVIEW_ALLOW_ORIGINS = pages.origin
await ownDatabase()

const host = new URL(pages.origin).host

test('concurrent first writes open exactly the daily quota of pages', async () => {
  const quota = 5
  await query(
    (client) => client.$executeRaw`
      WITH site AS (
        INSERT INTO sites (name, origins, new_pages_per_day)
        VALUES ('Site', ARRAY[${pages.origin}], ${quota}) RETURNING id)
      INSERT INTO site_hosts (host, site_id) SELECT ${host}, id FROM site`,
  )
  const site = await siteOfSlug(`${host}/`)
  const outcomes = await Promise.allSettled(
    Array.from({ length: 4 * quota }, (_, n) =>
      admitPage(site, { slug: `${host}/post-${n}` }, newClient()),
    ),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(quota)
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'page-quota' })
  expect(await query((client) => client.thread.count())).toBe(quota)
})
