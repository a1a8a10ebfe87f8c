import { beforeEach, expect, test } from 'vitest'
import { db } from '@/lib/db'
import type { ForeignComment } from '@/lib/posts/foreign-post'
import { addPost } from '@/lib/testing/add-rows'
import { ownDatabase } from '@/lib/testing/database'
import { commentLimits } from './comment'
import { importComments } from './import-comments'

await ownDatabase()

let postId = 0
beforeEach(async () => {
  await db().post.deleteMany()
  postId = (await addPost('imported')).id
})

const comment = (id: number, parentId: number, fields: Partial<ForeignComment> = {}): ForeignComment => ({
  id: String(id),
  parentId: parentId === 0 ? '' : String(parentId),
  authorName: 'Ada',
  content: `Words ${id}.`,
  createdAt: new Date(Date.UTC(2015, 0, 1, 0, id)),
  isApproved: true,
  ...fields,
})

const take = (comments: ForeignComment[]) =>
  db().$transaction((transaction) => importComments(transaction, postId, comments), { timeout: 60_000 })

async function depths(): Promise<[string, number, string | undefined][]> {
  const rows = await db().comment.findMany({ include: { parent: true }, orderBy: { createdAt: 'asc' } })
  return rows.map(({ content, depth, parent }) => [content, depth, parent?.content])
}

test('an answer finds what it answers, whichever stands first in the file and whatever the dates say', async () => {
  expect(await take([comment(3, 2), comment(2, 9), comment(9, 0)])).toBe(3)
  expect(await depths()).toEqual([
    ['Words 2.', 2, 'Words 9.'],
    ['Words 3.', 3, 'Words 2.'],
    ['Words 9.', 1, undefined],
  ])
})

test('an answer on the deepest level stands beside what it answers; one to a comment that was left behind stands by itself', async () => {
  await take([...Array.from({ length: 8 }, (_, index) => comment(index + 1, index)), comment(20, 99)])
  expect(await depths()).toEqual([
    ...Array.from({ length: 6 }, (_, index) => [`Words ${index + 1}.`, index + 1, index === 0 ? undefined : `Words ${index}.`]),
    ['Words 7.', 6, 'Words 5.'],
    ['Words 8.', 6, 'Words 5.'],
    ['Words 20.', 1, undefined],
  ])
  const answers = await db().comment.findMany({ where: { answeredId: { not: null } }, include: { answered: true }, orderBy: { id: 'asc' } })
  expect(answers.map(({ content, answered }) => [content, answered?.content])).toEqual([
    ['Words 7.', 'Words 6.'],
    ['Words 8.', 'Words 7.'],
  ])
})

test('comments that answer one another in a ring have no place, and do not stop the others', async () => {
  expect(await take([comment(1, 2), comment(2, 1), comment(3, 0)])).toBe(1)
})

test('a thread that is full takes no more: the rest stands by itself', async () => {
  const replies = Array.from({ length: commentLimits.repliesPerThreadMax + 2 }, (_, index) => comment(index + 2, 1))
  expect(await take([comment(1, 0), ...replies])).toBe(replies.length + 1)
  expect(await db().comment.count({ where: { parentId: null } })).toBe(3)
}, 60_000)

test('what no form would take is made fit: names of one line, texts of a length', async () => {
  const text = `${'🙂'.repeat(commentLimits.contentLengthMax + 5)}\u0007`
  await take([
    comment(1, 0, { authorName: ' \u202E\n ', content: text }),
    comment(2, 0, { authorName: 'x'.repeat(200), isApproved: false }),
  ])
  const [first, second] = await db().comment.findMany({ orderBy: { createdAt: 'asc' } })
  expect(first).toMatchObject({ authorName: 'Anonymous', status: 'published' })
  expect([...(first?.content ?? '')]).toHaveLength(commentLimits.contentLengthMax)
  expect(first?.content.endsWith('🙂…')).toBe(true)
  expect(second).toMatchObject({ status: 'pending' })
  expect(second?.authorName).toHaveLength(commentLimits.authorNameLengthMax)
})
