import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { db } from '@/lib/db'
import { offerPageThread } from '@/lib/link-previews/offered-page-thread'
import { servePages } from '@/lib/link-previews/serve-pages'
import { addPost } from '@/lib/testing/add-rows'
import { ownDatabase } from '@/lib/testing/database'
import { renewLinkCards } from './renew-link-cards'

const asked: string[] = []
const target = await servePages(({ url = '' }, response) => {
  asked.push(url)
  response.writeHead(200, { 'content-type': 'text/html' }).end('<title>A page</title>')
})
afterAll(target.close)
process.env.LINK_PREVIEW_ALLOW_ORIGINS = target.origin
await ownDatabase()

test('a page for which there was no time is asked for once, rests for ten minutes, and takes no turn of the others', async () => {
  const clock = vi.spyOn(performance, 'now')
  onTestFinished(() => clock.mockRestore())
  const now = performance.now()
  clock.mockImplementation(() => now)
  await addPost('linking', { content: 'Words.' })
  const post = await db().post.findFirstOrThrow({ where: { slug: 'linking' } })
  // More than are read in a round, all of them before the one that can be read.
  const slow = Array.from({ length: 40 }, (_, n) => `${target.origin}/slow-${n}`)
  await db().postLink.createMany({ data: [...slow, `${target.origin}/quick`].map((url) => ({ postId: post.id, url })) })
  onTestFinished(
    offerPageThread({
      prepare: () => {},
      // As where another page, or a crowd of them, has taken the thread's time.
      read: async ({ href }) =>
        href.endsWith('/quick') ? { failed: 'stuck', amongOthers: false } : { failed: 'ended', amongOthers: true },
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
