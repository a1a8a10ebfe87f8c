import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { db } from '@/lib/db/client'
import { addSite } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { servePages } from '@/test/link-previews/serve-pages'
import { newClient } from '@/test/new-client'
import { admitPage, aliasesMax } from './admit-page'
import type { Site } from './site'

const fetched: string[] = []
const html = (head: string) => ({ type: 'text/html', body: `<head>${head}</head><p>Words.` })
const pages: Record<string, { type: string; body: string }> = {
  '/feed': { type: 'application/rss+xml', body: '<rss/>' },
  '/photo': { type: 'image/png', body: 'PNG' },
  '/wall': html('<title>Just a moment...</title><script>_cf_chl_opt = {}</script>'),
  '/old': html('<link rel=canonical href="/2024/new/?p=1"><title>A new address</title>'),
  '/2024/new/?p=1': html('<title>A new address</title>'),
  '/copy': html('<link rel=canonical href="https://elsewhere.example/copy"><title>A copy</title>'),
  '/theme': html('<link rel=canonical href="/"><title>A theme</title>'),
  '/nul': html('<link rel=canonical href="/a%00b"><title>A &#0; B</title>'),
  '/slash/': html('<title>With a slash</title>'),
}
const redirects: Record<string, string> = {
  '/moved': '/hello',
  '/moved?older': '/hello',
  '/nowhere': '/',
  '/loop': '/loop',
}

const target = await servePages(({ url = '' }, response) => {
  fetched.push(url)
  const location = url === '/away' ? `${elsewhere.origin}/hello` : redirects[url]
  if (location !== undefined) response.writeHead(302, { location }).end()
  else if (['/missing', '/slash'].includes(url)) response.writeHead(404).end('<title>Missing')
  else {
    const { type, body } = pages[url] ?? html(`<title>The page ${url}</title>`)
    response.writeHead(200, { 'content-type': type }).end(body)
  }
}, '127.0.0.2')
const elsewhere = await servePages((_, response) => {
  response
    .writeHead(200, { 'content-type': 'text/html' })
    .end('<link rel=canonical href="http://localhost:1313/built"><title>Elsewhere</title>')
}, '127.0.0.3')
afterAll(target.close)
afterAll(elsewhere.close)
process.env.LINK_PREVIEW_ALLOW_ORIGINS = `${target.origin},${elsewhere.origin}`
await ownDatabase()

const host = `127.0.0.2:${target.port}`
let site: Site
beforeEach(async () => {
  await db().site.deleteMany()
  site = await addSite([target.origin])
  fetched.length = 0
})

const admit = (path: string, client = newClient(), url?: string) =>
  admitPage(site, { slug: `${host}${path}`, url }, client)
const threads = () =>
  db().thread.findMany({
    where: { siteId: { not: null } },
    select: { slug: true, url: true, title: true, siteId: true },
    orderBy: { slug: 'asc' },
  })
const aliases = async () => (await db().threadAlias.findMany()).map(({ slug }) => slug)

describe('the first write to a page', () => {
  test('creates a thread with the title and address of the page', async () => {
    await admit('/hello')
    expect(await threads()).toEqual([
      {
        slug: `${host}/hello`,
        url: `${target.origin}/hello`,
        title: 'The page /hello',
        siteId: site.id,
      },
    ])
  })

  test('fetches the page once, even if several arrive at the same time', async () => {
    await Promise.all(Array.from({ length: 8 }, () => admit('/hello')))
    await admit('/hello')
    expect(fetched).toEqual(['/hello'])
    expect(await threads()).toHaveLength(1)
  })

  test('keeps a query only if the request names one', async () => {
    await admit('/search?q=a%20b')
    expect(fetched).toEqual(['/search?q=a%20b'])
    expect(await threads()).toMatchObject([{ slug: `${host}/search?q=a%20b` }])
  })

  test.each([
    ['/stra%C3%9Fe/100%25', '/straße/100%'],
    ['/caf%E9', '/caf%E9'],
    ['/a%2Fb', '/a%2Fb'],
  ])('requests %s for the decoded path', async (path, slug) => {
    await admit(slug)
    expect(fetched).toEqual([path])
    expect(await threads()).toMatchObject([{ slug: `${host}${slug}` }])
  })

  test('requests the claimed address if it is another spelling of the slug', async () => {
    await admit('/slash', newClient(), `${target.origin}/slash/#top`)
    expect(fetched).toEqual(['/slash/'])
    expect(await threads()).toMatchObject([
      { slug: `${host}/slash`, url: `${target.origin}/slash/`, title: 'With a slash' },
    ])
  })

  test.each(['/other', '/hello?page=2', 'not a URL'])('ignores the claim “%s”', async (url) => {
    await admit('/hello', newClient(), url.startsWith('/') ? target.origin + url : url)
    await admit('/hi', newClient(), `${elsewhere.origin}/hi`)
    expect(fetched).toEqual(['/hello', '/hi'])
  })
})

describe('the canonical address', () => {
  test('names the thread, and the requested one becomes an alias', async () => {
    await admit('/old')
    await admit('/old')
    await admit('/2024/new?p=1')
    expect(fetched).toEqual(['/old'])
    expect(await threads()).toMatchObject([
      {
        slug: `${host}/2024/new?p=1`,
        url: `${target.origin}/2024/new/?p=1`,
        title: 'A new address',
      },
    ])
    expect(await aliases()).toEqual([`${host}/old`])
  })

  test('leads to the thread of which it is an alias', async () => {
    await admit('/hello')
    const { id } = await db().thread.findFirstOrThrow({ where: { slug: `${host}/hello` } })
    await db().threadAlias.create({ data: { slug: `${host}/2024/new?p=1`, threadId: id } })
    await admit('/old')
    expect(await threads()).toHaveLength(1)
    expect((await aliases()).sort()).toEqual([`${host}/2024/new?p=1`, `${host}/old`])
  })

  test('is ignored if it is on another site', async () => {
    await admit('/copy')
    expect(await threads()).toMatchObject([{ slug: `${host}/copy`, title: 'A copy' }])
  })

  test('on the developer’s machine is ignored', async () => {
    const both = await addSite([elsewhere.origin, 'http://localhost:1313'])
    const slug = `127.0.0.3:${elsewhere.port}/built`
    await admitPage(both, { slug }, newClient())
    expect(await threads()).toMatchObject([{ slug }])
    expect(await aliases()).toEqual([])
  })

  test('is ignored if every page names the home page', async () => {
    await admit('/theme')
    expect(await threads()).toMatchObject([{ slug: `${host}/theme` }])
  })

  test('can contain a NUL', async () => {
    await admit('/nul')
    expect(await threads()).toMatchObject([{ slug: `${host}/a%00b` }])
  })

  test('of a page that moved is the new one', async () => {
    await admit('/moved')
    expect(await threads()).toMatchObject([{ slug: `${host}/hello` }])
    expect(await aliases()).toEqual([`${host}/moved`])
  })

  test('replaces the oldest alias with a query if a page has too many', async () => {
    const addAliases = async (rows: { slug: string; admittedAt?: Date }[]) => {
      await admit('/hello')
      const { id } = await db().thread.findFirstOrThrow({ where: { slug: `${host}/hello` } })
      await db().threadAlias.createMany({
        data: rows.map(({ slug, ...row }) => ({ slug: `${host}${slug}`, threadId: id, ...row })),
      })
    }
    const at = (day: number) => new Date(Date.UTC(2026, 0, day))
    await addAliases([
      // The owner added these.
      ...Array.from({ length: aliasesMax - 3 }, (_, n) => ({ slug: `/hello?${n}` })),
      { slug: '/a-path', admittedAt: at(1) },
      { slug: '/hello?newer', admittedAt: at(3) },
      { slug: '/hello?older', admittedAt: at(2) },
    ])
    await admit('/moved')
    expect(await aliases()).toHaveLength(aliasesMax)
    expect(await aliases()).not.toContain(`${host}/hello?older`)
    expect(await aliases()).toContain(`${host}/moved`)
    // The replaced address still leads to the page, and takes the place of another one.
    await admit('/moved?older')
    expect(await aliases()).not.toContain(`${host}/hello?newer`)
    expect(await aliases()).toContain(`${host}/moved?older`)
    expect(await threads()).toHaveLength(1)
  })

  test('refuses further aliases if no alias can be replaced', async () => {
    await admit('/hello')
    const { id } = await db().thread.findFirstOrThrow({ where: { slug: `${host}/hello` } })
    await db().threadAlias.createMany({
      data: Array.from({ length: aliasesMax }, (_, n) => ({
        slug: `${host}/hello?${n}`,
        threadId: id,
      })),
    })
    await expect(admit('/moved')).rejects.toMatchObject({
      code: 'page-quota',
      detail: expect.stringContaining('100 other addresses'),
    })
    expect(await aliases()).toHaveLength(aliasesMax)
  })
})

describe('page-not-found', () => {
  test.each([
    ['a missing page', '/missing'],
    ['a feed', '/feed'],
    ['an image', '/photo'],
    ['a bot wall', '/wall'],
    ['a redirect to another host', '/away'],
    ['a redirect to the home page', '/nowhere'],
    ['a redirect without end', '/loop'],
  ])('for %s', async (_, path) => {
    await expect(admit(path)).rejects.toMatchObject({ code: 'page-not-found' })
    expect(await threads()).toEqual([])
    expect(await aliases()).toEqual([])
  })

  test('for an address outside the public internet', async () => {
    const intranet = await addSite(['http://10.0.0.1'])
    await expect(
      admitPage(intranet, { slug: '10.0.0.1/hello' }, newClient()),
    ).rejects.toMatchObject({ code: 'page-not-found' })
  })

  test('for a server that cannot be reached', async () => {
    const closed = await servePages(() => {}, '127.0.0.2')
    await closed.close()
    const away = await addSite([closed.origin])
    await expect(
      admitPage(away, { slug: `127.0.0.2:${closed.port}/hello` }, newClient()),
    ).rejects.toMatchObject({ code: 'page-not-found' })
  })

  test('for a page whose host moved to another site: no site writes to another', async () => {
    await admit('/hello')
    await db().siteHost.deleteMany()
    const successor = await addSite([target.origin])
    await expect(
      admitPage(successor, { slug: `${host}/hello` }, newClient()),
    ).rejects.toMatchObject({ code: 'page-not-found' })
    // Fails both directly and through a page that names it as canonical.
    await expect(
      admitPage(successor, { slug: `${host}/moved` }, newClient()),
    ).rejects.toMatchObject({ code: 'page-not-found' })
    expect(await threads()).toMatchObject([{ siteId: site.id }])
  })
})

describe('page-quota', () => {
  test('allows a network 10 new pages per hour, and known pages at any time', async () => {
    const client = newClient()
    for (let n = 0; n < 10; n++) await admit(`/page-${n}`, client)
    const refused = admit('/page-10', client.replace(/\d+$/, '200'))
    await expect(refused).rejects.toMatchObject({
      code: 'page-quota',
      members: { retryAfterSeconds: expect.closeTo(3_600, -1) },
    })
    await admit('/page-9', client)
    await admit('/page-10')
    expect(fetched).toHaveLength(11)
  })

  test('counts failed attempts, so that nobody can scan a site through this server', async () => {
    const client = newClient()
    for (let n = 0; n < 10; n++) await admit('/missing', client).catch(() => {})
    await expect(admit('/hello', client)).rejects.toMatchObject({ code: 'page-quota' })
  })

  test('is exact for a site under concurrent writes', async () => {
    const small = await addSite([elsewhere.origin], { newPagesPerDay: 5 })
    const outcomes = await Promise.allSettled(
      Array.from({ length: 30 }, (_, n) =>
        admitPage(small, { slug: `127.0.0.3:${elsewhere.port}/page-${n}` }, newClient()),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        expect(outcome.reason).toMatchObject({
          code: 'page-quota',
          members: { retryAfterSeconds: expect.closeTo(86_400, -2) },
        })
    expect(await db().thread.count({ where: { siteId: small.id } })).toBe(5)
    // Another site has its own quota, and the next day has another.
    await admit('/hello')
    await db().$executeRaw`UPDATE threads SET created_at = now() - interval '25 hours'
      WHERE site_id = ${small.id}`
    await admitPage(small, { slug: `127.0.0.3:${elsewhere.port}/next` }, newClient())
  })

  test('accepts all concurrent writes to the last new page', async () => {
    const small = await addSite([elsewhere.origin], { newPagesPerDay: 1 })
    const slug = `127.0.0.3:${elsewhere.port}/popular`
    await Promise.all(Array.from({ length: 10 }, () => admitPage(small, { slug }, newClient())))
    expect(await db().thread.count({ where: { siteId: small.id } })).toBe(1)
  })
})

test('a page on the developer’s machine is not fetched', async () => {
  const local = await addSite(['http://localhost:1'])
  await admitPage(
    local,
    { slug: 'localhost:1/draft', title: ' A \u0000draft\n', url: 'http://localhost:1/draft/' },
    newClient(),
  )
  expect(await threads()).toMatchObject([
    { slug: 'localhost:1/draft', url: 'http://localhost:1/draft/', title: 'A draft' },
  ])
})

test('a site that was deleted in the meantime gets no thread', async () => {
  await db().site.deleteMany()
  await expect(admit('/hello')).rejects.toMatchObject({ code: 'site-unknown' })
})

test('two sites cannot have the same host', async () => {
  await expect(addSite([target.origin, elsewhere.origin])).rejects.toMatchObject({ code: 'P2002' })
  expect(await db().site.count()).toBe(1)
})
