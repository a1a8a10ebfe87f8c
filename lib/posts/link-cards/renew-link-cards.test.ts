import pg from 'pg'
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { db } from '@/lib/db/client'
import { offerPageThread } from '@/lib/link-previews/worker/offered-page-thread'
import { addPost } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { servePages } from '@/test/link-previews/serve-pages'
import { renewLinkCards } from './renew-link-cards'

const asked: string[] = []
const target = await servePages(({ url = '' }, response) => {
  asked.push(url)
  response.writeHead(200, { 'content-type': 'text/html' }).end('<title>A page</title>')
})
afterAll(target.close)
process.env.LINK_PREVIEW_ALLOW_ORIGINS = target.origin
const databaseUrl = await ownDatabase()
beforeEach(() => {
  asked.length = 0
})

const link = `${target.origin}/page`
const addLinkOf = (postId: number) => db().postLink.create({ data: { postId, url: link } })
const isDue = () =>
  db().linkPreview.update({ where: { url: link }, data: { freshUntil: new Date(0) } })

test('a page for which there was no time is asked for once, rests for ten minutes, and takes no turn of the others', async () => {
  const clock = vi.spyOn(performance, 'now')
  onTestFinished(() => clock.mockRestore())
  const now = performance.now()
  clock.mockImplementation(() => now)
  await addPost('linking', { content: 'Words.' })
  const post = await db().post.findFirstOrThrow({ where: { slug: 'linking' } })
  // More than are read in a round, all of them before the one that can be read.
  const slow = Array.from({ length: 40 }, (_, n) => `${target.origin}/slow-${n}`)
  await db().postLink.createMany({
    data: [...slow, `${target.origin}/quick`].map((url) => ({ postId: post.id, url })),
  })
  onTestFinished(
    offerPageThread({
      prepare: () => {},
      // As where another page, or a crowd of them, has taken the thread's time.
      read: async ({ href }) =>
        href.endsWith('/quick')
          ? { failed: 'stuck', amongOthers: false }
          : { failed: 'ended', amongOthers: true },
    }),
  )
  expect(await renewLinkCards()).toMatchObject({ read: 1 })
  expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted())
  expect(asked).toHaveLength(41)
  expect(await renewLinkCards()).toMatchObject({ read: 0 })
  expect(asked).toHaveLength(41)
  clock.mockImplementation(() => now + 600_001)
  await renewLinkCards()
  expect(asked).toHaveLength(81)
})

test('a link is read from the save of a post with it on, and no more once no post has it', async () => {
  const { id } = await addPost('with-a-link')
  await addLinkOf(id)
  expect(await renewLinkCards()).toEqual({ read: 1, changedPosts: ['with-a-link'] })
  await isDue()
  expect(await renewLinkCards()).toEqual({ read: 1, changedPosts: [] })
  await db().post.delete({ where: { id } })
  await isDue()
  expect(await renewLinkCards()).toEqual({ read: 0, changedPosts: [] })
  expect(asked).toEqual(['/page', '/page'])
  // A post is saved with it anew.
  await addLinkOf((await addPost('with-it-again')).id)
  expect(await renewLinkCards()).toEqual({ read: 1, changedPosts: [] })
  expect(await renewLinkCards()).toEqual({ read: 0, changedPosts: [] })
})

test('a post that is saved with a link while nobody else has it any more keeps it renewed', async () => {
  await db().postLink.deleteMany()
  await isDue()
  const { id } = await addPost('saved-meanwhile')
  const writer = new pg.Client({ connectionString: databaseUrl })
  await writer.connect()
  onTestFinished(() => writer.end())
  await writer.query('BEGIN')
  await writer.query('INSERT INTO post_links (post_id, url) VALUES ($1, $2)', [id, link])
  // As in the moment in which it is committed: nobody sees that post yet, but for whoever waits for its end.
  await writer.query('SET CONSTRAINTS ALL IMMEDIATE')
  const renewing = renewLinkCards()
  const waiting = () =>
    db()
      .$queryRaw`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
  await expect.poll(waiting).toHaveLength(1)
  await writer.query('COMMIT')
  await renewing
  expect(await db().linkPreview.findUnique({ where: { url: link } })).toMatchObject({
    inPosts: true,
  })
})

test('a link whose preview somebody deletes is read anew while a post shows it', async () => {
  await db().postLink.deleteMany()
  await addLinkOf((await addPost('of-a-deleted-preview')).id)
  await renewLinkCards()
  asked.length = 0
  await db().linkPreview.deleteMany()
  expect(await renewLinkCards()).toMatchObject({ read: 1 })
  expect(asked).toEqual(['/page'])
  await db().postLink.deleteMany()
  await db().linkPreview.deleteMany()
  expect(await db().linkPreview.count()).toBe(0)
})
