import pg from 'pg'
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { db } from '@/lib/db/client'
import { PageNotRead, targetUnreachable } from '@/lib/link-previews/fetch/target-errors'
import { extractOffThread } from '@/lib/link-previews/worker/extract-off-thread'
import { addPost } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { servePages } from '@/test/link-previews/serve-pages'
import { isNightly } from '@/test/nightly'
import { renewLinkCards } from './renew-link-cards'

vi.mock(import('@/lib/link-previews/worker/extract-off-thread'), { spy: true })

const fetched: string[] = []
const target = await servePages(({ url = '' }, response) => {
  fetched.push(url)
  response.writeHead(200, { 'content-type': 'text/html' }).end('<title>A page</title>')
})
afterAll(target.close)
process.env.LINK_PREVIEW_ALLOW_ORIGINS = target.origin
const databaseUrl = await ownDatabase()
beforeEach(() => {
  fetched.length = 0
})

const link = `${target.origin}/page`
const addLinkOf = (postId: number) => db().postLink.create({ data: { postId, url: link } })
const isDue = () =>
  db().linkPreview.update({ where: { url: link }, data: { freshUntil: new Date(0) } })

if (isNightly)
  test('a page that timed out is skipped for ten minutes, and does not block others', async () => {
    const clock = vi.spyOn(performance, 'now')
    onTestFinished(() => clock.mockRestore())
    const now = performance.now()
    clock.mockImplementation(() => now)
    await addPost('linking', { content: 'Words.' })
    const post = await db().post.findFirstOrThrow({ where: { slug: 'linking' } })
    // More than one round, all due before the page that can be read.
    const slow = Array.from({ length: 40 }, (_, n) => `${target.origin}/slow-${n}`)
    await db().postLink.createMany({
      data: [...slow, `${target.origin}/quick`].map((url) => ({ postId: post.id, url })),
    })
    // Simulates a parser thread that is busy with other pages.
    vi.mocked(extractOffThread).mockImplementation(({ href }) =>
      Promise.reject(href.endsWith('/quick') ? targetUnreachable() : new PageNotRead()),
    )
    onTestFinished(() => void vi.mocked(extractOffThread).mockReset())
    expect(await renewLinkCards()).toMatchObject({ read: 1 })
    expect(fetched.toSorted()).toEqual([...new Set(fetched)].toSorted())
    expect(fetched).toHaveLength(41)
    expect(await renewLinkCards()).toMatchObject({ read: 0 })
    expect(fetched).toHaveLength(41)
    clock.mockImplementation(() => now + 600_001)
    await renewLinkCards()
    expect(fetched).toHaveLength(81)
  })

test('renews a link as long as a post contains it', async () => {
  const { id } = await addPost('with-a-link')
  await addLinkOf(id)
  expect(await renewLinkCards()).toEqual({ read: 1, changedPosts: ['with-a-link'] })
  await isDue()
  expect(await renewLinkCards()).toEqual({ read: 1, changedPosts: [] })
  await db().post.delete({ where: { id } })
  await isDue()
  expect(await renewLinkCards()).toEqual({ read: 0, changedPosts: [] })
  expect(fetched).toEqual(['/page', '/page'])
  // Another post with the link is saved.
  await addLinkOf((await addPost('with-it-again')).id)
  expect(await renewLinkCards()).toEqual({ read: 1, changedPosts: [] })
  expect(await renewLinkCards()).toEqual({ read: 0, changedPosts: [] })
})

test('keeps renewing a link that a post gains while the last other post loses it', async () => {
  await db().postLink.deleteMany()
  await isDue()
  const { id } = await addPost('saved-meanwhile')
  const writer = new pg.Client({ connectionString: databaseUrl })
  await writer.connect()
  onTestFinished(() => writer.end())
  await writer.query('BEGIN')
  await writer.query('INSERT INTO post_links (post_id, url) VALUES ($1, $2)', [id, link])
  // Reproduces the moment of the commit: the new post is visible only to those who wait for its
  // end.
  await writer.query('SET CONSTRAINTS ALL IMMEDIATE')
  const renewing = renewLinkCards()
  const waiting = () =>
    db().$queryRaw`SELECT 1 FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`
  await expect.poll(waiting).toHaveLength(1)
  await writer.query('COMMIT')
  await renewing
  expect(await db().linkPreview.findUnique({ where: { url: link } })).toMatchObject({
    inPosts: true,
  })
})

test('fetches a deleted preview again while a post shows it', async () => {
  await db().postLink.deleteMany()
  await addLinkOf((await addPost('of-a-deleted-preview')).id)
  await renewLinkCards()
  fetched.length = 0
  await db().linkPreview.deleteMany()
  expect(await renewLinkCards()).toMatchObject({ read: 1 })
  expect(fetched).toEqual(['/page'])
  await db().postLink.deleteMany()
  await db().linkPreview.deleteMany()
  expect(await db().linkPreview.count()).toBe(0)
})
