import fc from 'fast-check'
import pg from 'pg'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type Comment, isTombstone } from '@/lib/comments/comment'
import { db } from '@/lib/db/client'
import type { CommentOrder } from '@/lib/settings/blog-input'
import { countComments } from '@/test/comments/count-comments'
import { addComment, addPost } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { isNightly } from '@/test/nightly'
import { listComments } from './list-comments'
import {
  countOfPost,
  getCommentInContext,
  listThreads,
  pageLimits,
  type ShownComment,
} from './list-threads'

await ownDatabase()

beforeEach(async () => {
  await db().post.deleteMany()
})

type Added = {
  parentId?: number
  status?: 'published' | 'pending' | 'spam' | 'deleted'
  content?: string
  createdAt?: Date
}

async function addMany(postId: number, count: number, fields: Added = {}): Promise<void> {
  const row = {
    postId,
    status: 'published' as const,
    content: 'Some words.',
    authorName: 'Ada',
    ...fields,
  }
  await db().comment.createMany({ data: Array.from({ length: count }, () => row) })
}

async function threadPages(slug: string, order: CommentOrder): Promise<ShownComment[][]> {
  const pages: ShownComment[][] = []
  let after: number | null = null
  do {
    const page = await listThreads(slug, { order, ...(after && { after }) })
    pages.push(page.threads)
    after = page.lastId
  } while (after !== null)
  return pages
}

/** Counts the public comments in these threads, shown or not, without tombstones. */
const countShown = (comments: ShownComment[]): number =>
  comments.reduce(
    (sum, comment) =>
      sum + (isTombstone(comment) ? 0 : 1) + countShown(comment.replies) + comment.repliesLeft,
    0,
  )

/** Collects all replies to a comment from its own pages, with their descendants. */
async function replyPages(slug: string, id: number, after?: number): Promise<ShownComment[]> {
  const page = await getCommentInContext(slug, id, after)
  if (!page) throw new Error(`comment ${id} is not shown`)
  return [...page.threads, ...(page.lastId === null ? [] : await replyPages(slug, id, page.lastId))]
}

/** Collects the ids that a reader reaches by following every link, parents first. */
async function followAll(slug: string, comments: ShownComment[]): Promise<number[]> {
  const ids: number[] = []
  for (const { id, replies, repliesLeft } of comments) {
    const shown =
      repliesLeft > 0 ? [...replies, ...(await replyPages(slug, id, replies.at(-1)?.id))] : replies
    ids.push(id, ...(await followAll(slug, shown)))
  }
  return ids
}

const idsOf = (comments: Comment[]): number[] =>
  comments.flatMap(({ id, replies }) => [id, ...idsOf(replies)])

describe('completeness', () => {
  const step = fc.record({
    at: fc.nat(),
    replies: fc.boolean(),
    minute: fc.nat(50),
    length: fc.constantFrom(1, 10, 5_000),
    status: fc.constantFrom('published', 'published', 'published', 'deleted', 'spam', 'pending'),
    likes: fc.nat(3),
  })

  test('shows every comment exactly once in each order for any thread shape', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 120 }),
        fc.constantFrom('oldest', 'newest', 'best'),
        async (steps, order) => {
          await db().post.deleteMany()
          const { id: postId } = await addPost('a')
          const rows: { id: number; depth: number; likes: number }[] = []
          for (const { at, replies, minute, length, status, likes } of steps) {
            const parent = replies
              ? rows.filter(({ depth }) => depth < 6).at(-1 - (at % 4))
              : undefined
            const createdAt = new Date(Date.UTC(2025, 9, 20, 9, minute))
            const id = await addComment(postId, {
              status,
              createdAt,
              likes,
              content: 'x'.repeat(length),
              ...(parent && { parentId: parent.id }),
            })
            rows.push({ id, depth: (parent?.depth ?? 0) + 1, likes })
          }
          const { comments } = await listComments('a')
          const likesOf = ({ id }: Comment) => rows.find((row) => row.id === id)?.likes ?? 0
          const expected = idsOf(
            {
              oldest: comments,
              newest: comments.toReversed(),
              best: comments.toSorted((a, b) => likesOf(b) - likesOf(a)),
            }[order],
          )
          const pages = await threadPages('a', order)
          expect(await followAll('a', pages.flat())).toEqual(expected)
          expect(countShown(pages.flat())).toBe(countComments(comments))
          expect((await countOfPost('a')).comments).toBe(countComments(comments))
        },
      ),
      { numRuns: isNightly ? 40 : 15 },
    )
  })

  test('covers wide and deep threads', async () => {
    const { id: postId } = await addPost('a')
    const wide = await addComment(postId)
    await addMany(postId, 130, { parentId: wide })
    let parentId = await addComment(postId)
    for (let depth = 2; depth <= 6; depth++) {
      await addMany(postId, 60, { parentId })
      parentId = await addComment(postId, { parentId })
    }
    const { comments } = await listComments('a')
    expect(await followAll('a', (await listThreads('a')).threads)).toEqual(idsOf(comments))
  })
})

describe('page limits', () => {
  test('limits the number of threads', async () => {
    const { id } = await addPost('a')
    await addMany(id, 60)
    expect((await threadPages('a', 'oldest')).map(({ length }) => length)).toEqual([25, 25, 10])
  })

  test('limits the replies per comment and per thread', async () => {
    const { id } = await addPost('a')
    const top = await addComment(id)
    for (let i = 0; i < 30; i++)
      await addMany(id, 5, { parentId: await addComment(id, { parentId: top }) })
    const [thread] = (await listThreads('a')).threads
    expect(thread && countShown(thread.replies) + thread.repliesLeft).toBe(180)
    expect(thread && idsOf([thread])).toHaveLength(pageLimits.repliesPerThread + 1)
    await addMany(id, 30, { parentId: await addComment(id) })
    expect((await listThreads('a')).threads[1]?.replies).toHaveLength(pageLimits.repliesPerComment)
  })

  test('limits the bytes of text', async () => {
    const { id } = await addPost('a')
    const long = '長'.repeat(5_000)
    const top = await addComment(id, { content: long })
    await addMany(id, 20, { parentId: top, content: long })
    await addMany(id, 20, { content: long })
    const { threads } = await listThreads('a')
    expect(idsOf(threads).length).toBeLessThanOrEqual(3)
    expect(threads[0]?.repliesLeft).toBe(20)
  })

  test('uses one query and reads a bounded number of rows despite hidden replies', async () => {
    const { id } = await addPost('a')
    const top = await addComment(id)
    await addMany(id, 3_000, { parentId: top, status: 'spam' })
    await addComment(id, { parentId: top, content: 'seen' })
    const query = vi.spyOn(pg.Client.prototype, 'query')
    const [thread] = (await listThreads('a')).threads
    expect(query).toHaveBeenCalledTimes(1)
    query.mockRestore()
    expect(thread?.replies.map(({ content }) => content)).toEqual(['seen'])
  })
})

test('names the comment replied to at the deepest level while it is public', async () => {
  const { id } = await addPost('a')
  let parentId: number | undefined
  for (let level = 1; level <= 5; level++)
    parentId = await addComment(id, { ...(parentId && { parentId }) })
  const fields = { ...(parentId && { parentId }) }
  const answered = await addComment(id, { ...fields, authorName: 'Grace' })
  const reply = await addComment(id, { ...fields, answeredId: answered })
  const read = async () => (await getCommentInContext('a', reply))?.comment.answered
  expect(await read()).toEqual({ id: answered, authorName: 'Grace' })
  expect((await getCommentInContext('a', answered))?.comment.answered).toBeNull()
  await db().comment.update({ where: { id: answered }, data: { status: 'pending' } })
  expect(await read()).toBeNull()
  await db().comment.delete({ where: { id: answered } })
  expect(await db().comment.findUnique({ where: { id: reply } })).toMatchObject({
    answeredId: null,
  })
})

describe('one comment', () => {
  test('returns its ancestors from the top down', async () => {
    const { id } = await addPost('a')
    const top = await addComment(id, { content: 'top' })
    const middle = await addComment(id, { parentId: top, content: 'gone', status: 'deleted' })
    const reply = await addComment(id, { parentId: middle, content: 'reply' })
    await addComment(id, { parentId: reply, content: 'beneath' })
    const page = await getCommentInContext('a', reply)
    expect(page?.ancestors.map(({ content }) => content)).toEqual(['top', ''])
    expect(page?.ancestors.map(isTombstone)).toEqual([false, true])
    expect(page?.comment).toMatchObject({ id: reply, content: 'reply' })
    expect(page?.threads.map(({ content }) => content)).toEqual(['beneath'])
  })

  test('is undefined if it or an ancestor is hidden, or on another post', async () => {
    const { id } = await addPost('a')
    const other = await addPost('other')
    const draft = await addPost('draft', { draft: true })
    const hidden = await addComment(id, { status: 'spam' })
    const beneath = await addComment(id, { parentId: await addComment(id, { parentId: hidden }) })
    const deleted = await addComment(id, { status: 'deleted' })
    const unseen = await addComment(draft.id)
    for (const one of [hidden, beneath, deleted, 0, 2_147_483_647])
      expect(await getCommentInContext('a', one)).toBeUndefined()
    expect(await getCommentInContext('draft', unseen)).toBeUndefined()
    expect(await getCommentInContext(other.slug, await addComment(id))).toBeUndefined()
  })
})

test('returns an empty page after a comment of another level or post', async () => {
  const [{ id }, other] = [await addPost('a'), await addPost('other')]
  const top = await addComment(id)
  const elsewhere = await addComment(other.id)
  const reply = await addComment(id, { parentId: top })
  await addComment(id)
  for (const after of [reply, elsewhere, 2_147_483_647])
    expect(await listThreads('a', { after })).toEqual({ threads: [], lastId: null })
  expect((await getCommentInContext('a', top, elsewhere))?.threads).toEqual([])
})

test('continues after a comment that has been hidden since', async () => {
  const { id } = await addPost('a')
  const first = await addComment(id, { status: 'deleted' })
  const second = await addComment(id)
  expect((await listThreads('a', { after: first })).threads.map(({ id }) => id)).toEqual([second])
})

test('lists the comments with the most likes and imported votes first', async () => {
  const { id } = await addPost('a')
  const plain = await addComment(id)
  const disliked = await addComment(id, { votesUp: 5, votesDown: 6 })
  const liked = await addComment(id, { likes: 2, votesDown: 1 })
  const pinned = await addComment(id)
  await db().post.update({ where: { id }, data: { pinnedCommentId: pinned } })
  const first = await listThreads('a', { order: 'best' })
  expect(idsOf(first.threads)).toEqual([pinned, liked, plain, disliked])
  const rest = await listThreads('a', { order: 'best', after: liked })
  expect(idsOf(rest.threads)).toEqual([plain, disliked])
  const others = await listThreads('a', { order: 'best', after: pinned })
  expect(idsOf(others.threads)).toEqual([liked, plain, disliked])
})
