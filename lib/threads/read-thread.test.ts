import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { listComments } from '@/lib/comments/reading/list-comments'
import { db } from '@/lib/db/client'
import { addComment, addPage, addPost, addSite } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { readThread } from './read-thread'

await ownDatabase()
const slug = 'blog.example.org/hello'
const site = await addSite(['https://blog.example.org'])
let threadId: number
beforeEach(async () => {
  await db().thread.deleteMany()
  threadId = await addPage(site.id, slug)
})

const at = (minute: number) => new Date(Date.UTC(2025, 9, 20, 9, minute))

/** Returns the ids on each page. */
async function allPages(limit: number): Promise<number[][]> {
  const pages: number[][] = []
  let cursor: string | null = null
  do {
    const page = await readThread(slug, { limit, ...(cursor !== null && { cursor }) })
    pages.push(page.comments.map(({ id }) => id))
    cursor = page.next_cursor
  } while (cursor !== null)
  return pages
}

const pin = (pinnedCommentId: number | undefined) =>
  db().thread.update({
    where: { id: threadId },
    data: { pinnedCommentId: pinnedCommentId ?? null },
  })

describe('a pinned comment', () => {
  test('is first on the first page with its replies, and is not repeated', async () => {
    const tops: number[] = []
    for (let n = 0; n < 7; n++) tops.push(await addComment(threadId, { createdAt: at(n) }))
    const replies = new Map<number, number>()
    for (const top of tops)
      replies.set(top, await addComment(threadId, { parentId: top, createdAt: at(20) }))
    await fc.assert(
      fc.asyncProperty(fc.nat(6), fc.integer({ min: 1, max: 9 }), async (nth, limit) => {
        await pin(tops[nth])
        const pages = await allPages(limit)
        const order = [...tops.slice(nth, nth + 1), ...tops.toSpliced(nth, 1)]
        expect(pages.flat()).toEqual(order.flatMap((top) => [top, replies.get(top)]))
        for (const page of pages.slice(0, -1)) expect(page).toHaveLength(2 * limit)
        const { comments } = await readThread(slug)
        expect(comments.flatMap(({ id, pinned }) => (pinned ? id : []))).toEqual([tops[nth]])
      }),
      { numRuns: 20 },
    )
    // The fixed endpoint stays in chronological order.
    expect((await listComments(slug)).comments.map(({ id }) => id)).toEqual(tops)
  })

  test('of a post is first, too', async () => {
    const post = await addPost('pinned')
    const older = await addComment(post.id, { createdAt: at(1) })
    const newer = await addComment(post.id, { createdAt: at(2) })
    await db().post.update({ where: { id: post.id }, data: { pinnedCommentId: newer } })
    const first = await readThread('pinned', { limit: 1 })
    expect(first.comments).toMatchObject([{ id: newer, pinned: true }])
    const cursor = first.next_cursor ?? ''
    expect(await readThread('pinned', { limit: 1, cursor })).toMatchObject({
      comments: [{ id: older, pinned: false }],
      next_cursor: null,
    })
  })

  test('that is no longer public does not come first', async () => {
    const first = await addComment(threadId, { createdAt: at(1) })
    const second = await addComment(threadId, { createdAt: at(2) })
    const reply = await addComment(threadId, { parentId: second })
    await pin(second)
    await db().comment.update({ where: { id: second }, data: { status: 'deleted' } })
    expect(await allPages(2)).toEqual([[first, second, reply]])
    await db().comment.update({ where: { id: second }, data: { status: 'pending' } })
    expect((await allPages(2)).flat()).not.toContain(second)
  })
})
