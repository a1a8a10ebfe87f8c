import fc from 'fast-check'
import pg from 'pg'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type Comment, commentLimits } from '@/lib/comments/comment'
import { db } from '@/lib/db/client'
import { countComments } from '@/test/comments/count-comments'
import { addComment, addPost, addReplies } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { isNightly } from '@/test/nightly'
import { listComments } from './list-comments'
import { countOfPost } from './list-threads'

await ownDatabase()

beforeEach(async () => {
  await db().post.deleteMany()
})

/** Formats a thread as nested contents. */
type Shape = [string, Shape[]]
const shape = ({ content, replies }: Comment): Shape => [content, replies.map(shape)]

async function allPages(slug: string, limit: number): Promise<Comment[][]> {
  const pages: Comment[][] = []
  let cursor: string | undefined
  do {
    const page = await listComments(slug, { limit, cursor })
    pages.push(page.comments)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return pages
}

describe('visibility', () => {
  test('returns only published comments', async () => {
    const { id } = await addPost('a')
    await addComment(id, { content: 'seen' })
    for (const status of ['pending', 'spam', 'deleted'] as const)
      await addComment(id, { content: status, status })
    expect((await listComments('a')).comments.map(shape)).toEqual([['seen', []]])
  })

  test('keeps a deleted comment with published descendants as a tombstone', async () => {
    const { id } = await addPost('a')
    const top = await addComment(id, { content: 'secret', authorName: 'Secret', status: 'deleted' })
    const reply = await addComment(id, { parentId: top, content: 'secret', status: 'deleted' })
    await addComment(id, { parentId: reply, content: 'stays' })
    await addComment(id, { parentId: top, content: 'gone', status: 'deleted' })
    const { comments } = await listComments('a')
    expect(comments.map(shape)).toEqual([['', [['', [['stays', []]]]]]])
    expect(JSON.stringify(comments)).not.toMatch(/secret/i)
  })

  test('removes the tombstone when its last reply is deleted', async () => {
    const { id } = await addPost('a')
    const top = await addComment(id, { status: 'deleted' })
    const reply = await addComment(id, { parentId: top })
    await db().comment.update({ where: { id: reply }, data: { status: 'spam' } })
    expect((await listComments('a')).comments).toEqual([])
  })

  test('returns nothing for drafts, scheduled posts and unknown slugs', async () => {
    const draft = await addPost('draft', { draft: true })
    const later = await addPost('later', { publishedAt: new Date(Date.now() + 60_000) })
    await addComment(draft.id)
    await addComment(later.id)
    for (const slug of ['draft', 'later', 'nobody', '__proto__', "'; DROP TABLE comments; --"]) {
      expect(await listComments(slug)).toEqual({ comments: [], nextCursor: null })
    }
  })

  test('returns the current slug for a former one', async () => {
    const { id } = await addPost('new')
    await db().postRedirect.create({ data: { slug: 'old', postId: id } })
    await addComment(id)
    expect((await listComments('old')).comments).toMatchObject([{ post_slug: 'new' }])
  })

  test('returns exactly the fields of the API contract', async () => {
    const { id } = await addPost('a')
    const commentId = await addComment(id, {
      content: '*hi*',
      authorName: 'Ada',
      createdAt: new Date('2025-10-20T09:30:00.000Z'),
    })
    expect((await listComments('a')).comments).toEqual([
      {
        id: commentId,
        post_slug: 'a',
        content: '*hi*',
        author_name: 'Ada',
        created_at: '2025-10-20T09:30:00.000Z',
        replies: [],
      },
    ])
  })
})

describe('order', () => {
  test('sorts each level oldest first, then by id', async () => {
    const { id } = await addPost('a')
    const at = (minute: number) => new Date(Date.UTC(2025, 9, 20, 9, minute))
    const late = await addComment(id, { content: 'late', createdAt: at(9) })
    await addComment(id, { content: 'early', createdAt: at(1) })
    await addComment(id, { content: 'tie 1', createdAt: at(5) })
    await addComment(id, { content: 'tie 2', createdAt: at(5) })
    await addComment(id, { parentId: late, content: 'second', createdAt: at(20) })
    await addComment(id, { parentId: late, content: 'first', createdAt: at(10) })
    expect((await listComments('a')).comments.map(shape)).toEqual([
      ['early', []],
      ['tie 1', []],
      ['tie 2', []],
      [
        'late',
        [
          ['first', []],
          ['second', []],
        ],
      ],
    ])
  })

  test('keeps a reply below a parent with a later date', async () => {
    const { id } = await addPost('a')
    const top = await addComment(id, { content: 'top', createdAt: new Date('2025-10-20') })
    const reply = await addComment(id, {
      parentId: top,
      content: 'reply',
      createdAt: new Date('2025-10-19'),
    })
    await addComment(id, { parentId: reply, content: 'deep', createdAt: new Date('2025-10-18') })
    expect((await listComments('a')).comments.map(shape)).toEqual([
      ['top', [['reply', [['deep', []]]]]],
    ])
  })
})

describe('pages', () => {
  test('returns every thread once and in order for any limit', async () => {
    const { id } = await addPost('a')
    for (let i = 0; i < 23; i++) {
      const top = await addComment(id, {
        content: String(i),
        createdAt: new Date(Date.UTC(2025, 9, 1 + Math.floor(i / 5))),
      })
      if (i % 3 === 0) await addComment(id, { parentId: top, content: `${i}.1` })
    }
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 30 }), async (limit) => {
        const pages = await allPages('a', limit)
        expect(pages.flat().map(({ content }) => content)).toEqual(
          Array.from({ length: 23 }, (_, i) => String(i)),
        )
        for (const page of pages.slice(0, -1)) expect(page).toHaveLength(limit)
      }),
      { numRuns: 12 },
    )
  })

  if (isNightly)
    test('ends a page after the thread that reaches 2,000 comments', async () => {
      const { id } = await addPost('a')
      const { commentsPerPage, repliesPerThreadMax } = commentLimits
      for (let thread = 0; thread < 4; thread++) {
        const top = await addComment(id, { content: String(thread) })
        await addReplies(id, top, repliesPerThreadMax - 2)
      }
      const [first = [], second = []] = await allPages('a', 200)
      expect((await countOfPost('a')).comments).toBe(countComments([...first, ...second]))
      expect(first.map(({ content }) => content)).toEqual(['0', '1', '2'])
      expect(countComments(first)).toBeGreaterThanOrEqual(commentsPerPage)
      expect(second.map(({ content }) => content)).toEqual(['3'])
      for (const thread of [...first, ...second])
        expect(thread.replies).toHaveLength(repliesPerThreadMax - 2)
    })

  test.each([
    '',
    'x',
    'MTIz',
    Buffer.from('1.2.3').toString('base64url'),
    Buffer.from('99999999999999999.1').toString('base64url'),
    Buffer.from('-62200000000000.5').toString('base64url'),
    'é'.repeat(50),
  ])('rejects the invalid cursor %j', async (cursor) => {
    await expect(listComments('a', { cursor })).rejects.toMatchObject({
      code: 'invalid-parameters',
      errors: [{ field: 'cursor' }],
    })
  })
})

test('reads a page in one query for any thread shape', async () => {
  const { id } = await addPost('a')
  for (let i = 0; i < 5; i++) {
    let parentId = await addComment(id)
    for (let depth = 2; depth <= 6; depth++) parentId = await addComment(id, { parentId })
  }
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const { comments } = await listComments('a')
  expect(countComments(comments)).toBe(30)
  expect(query).toHaveBeenCalledTimes(1)
})
