import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { commentLimits } from '@/lib/comments/comment'
import { listComments } from '@/lib/comments/reading/list-comments'
import { countOfPost } from '@/lib/comments/reading/list-threads'
import { db } from '@/lib/db/client'
import { countComments } from '@/test/comments/count-comments'
import { addComment, addPost, addReplies } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'

await ownDatabase()

beforeEach(async () => {
  await db().post.deleteMany()
})

describe('database constraints', () => {
  test('reject a reply to a comment on another post', async () => {
    const one = await addPost('one')
    const other = await addPost('other')
    const top = await addComment(one.id)
    await expect(addComment(other.id, { parentId: top })).rejects.toThrow(/[Ff]oreign key/)
  })

  test('reject a missing parent, a seventh level and a changed parent', async () => {
    const { id } = await addPost('a')
    await expect(addComment(id, { parentId: 2_147_483_647 })).rejects.toThrow()
    let parentId = await addComment(id)
    for (let depth = 2; depth <= commentLimits.depthMax; depth++)
      parentId = await addComment(id, { parentId })
    await expect(addComment(id, { parentId })).rejects.toThrow(/comments_depth_check/)
    const other = await addComment(id)
    await expect(
      db().comment.update({ where: { id: parentId }, data: { parentId: other } }),
    ).rejects.toThrow(/cannot move/)
  })

  test('update the counts when a comment with replies is removed', async () => {
    const { id } = await addPost('a')
    const chain = [await addComment(id)]
    for (let depth = 2; depth <= commentLimits.depthMax; depth++)
      chain.push(await addComment(id, { parentId: chain.at(-1) ?? 0 }))
    await db().comment.delete({ where: { id: chain[2] ?? 0 } })
    await expectTrueColumns()
  })

  test(`accept at most ${commentLimits.repliesPerThreadMax} public replies`, async () => {
    const { id } = await addPost('a')
    const top = await addComment(id)
    await addReplies(id, top, commentLimits.repliesPerThreadMax)
    await expect(addComment(id, { parentId: top })).rejects.toThrow(
      /comments_published_replies_check/,
    )
    await addComment(id, { parentId: top, status: 'pending' })
  })

  test('keep depth, thread and reply counts consistent through any writes', async () => {
    const status = fc.constantFrom('pending', 'published', 'spam', 'deleted')
    const step = fc.record({
      kind: fc.constantFrom('add', 'judge', 'remove'),
      at: fc.nat(),
      status,
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        await db().post.deleteMany()
        const { id } = await addPost('a')
        for (const one of steps) await write(id, one)
        await expectTrueColumns()
        expect((await countOfPost('a')).comments).toBe(
          countComments((await listComments('a')).comments),
        )
      }),
      { numRuns: 40 },
    )
  })
})

type Step = {
  kind: 'add' | 'judge' | 'remove'
  at: number
  status: 'pending' | 'published' | 'spam' | 'deleted'
}

/** Applies one step to one of the comments, or does nothing if there are none. */
async function write(postId: number, { kind, at, status }: Step): Promise<void> {
  const rows = await db().comment.findMany({ orderBy: { id: 'asc' } })
  const target = rows[at % (rows.length + 1)]
  // Prefers the last comment that accepts a reply, so that threads become deep.
  const parent = at % 3 === 0 ? target : rows.findLast(({ depth }) => depth < 6)
  if (kind === 'add')
    await addComment(postId, { status, ...(parent && parent.depth < 6 && { parentId: parent.id }) })
  if (!target) return
  if (kind === 'judge') await db().comment.update({ where: { id: target.id }, data: { status } })
  if (kind === 'remove') await db().comment.delete({ where: { id: target.id } })
}

/** Compares the values that triggers maintain with those derived from the parents. */
async function expectTrueColumns(): Promise<void> {
  const rows = await db().comment.findMany()
  // A comment that is not public hides its replies.
  const isOpen = ({ status }: (typeof rows)[number]) =>
    status === 'published' || status === 'deleted'
  const beneath = (id: number): typeof rows =>
    rows
      .filter((row) => row.parentId === id)
      .flatMap((row) => [row, ...(isOpen(row) ? beneath(row.id) : [])])
  for (const row of rows) {
    const parent = rows.find(({ id }) => id === row.parentId)
    expect(row.depth).toBe((parent?.depth ?? 0) + 1)
    expect(row.threadId).toBe(parent ? (parent.threadId ?? parent.id) : null)
    expect(row.publishedReplies).toBe(
      beneath(row.id).filter(({ status }) => status === 'published').length,
    )
  }
}
