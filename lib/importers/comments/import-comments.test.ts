import { beforeEach, expect, test } from 'vitest'
import { commentLimits } from '@/lib/comments/comment'
import { db } from '@/lib/db/client'
import type { ForeignComment } from '@/lib/importers/imported-post'
import { addPost } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { importComments } from './import-comments'

await ownDatabase()

let postId = 0
beforeEach(async () => {
  await db().post.deleteMany()
  postId = (await addPost('imported')).id
})

const comment = (
  id: number,
  parentId: number,
  fields: Partial<ForeignComment> = {},
): ForeignComment => ({
  id: String(id),
  parentId: parentId === 0 ? '' : String(parentId),
  authorName: 'Ada',
  content: `Words ${id}.`,
  createdAt: new Date(Date.UTC(2015, 0, 1, 0, id)),
  isApproved: true,
  lost: [],
  ...fields,
})

const take = (comments: ForeignComment[]) =>
  db().$transaction((transaction) => importComments(transaction, postId, comments), {
    timeout: 60_000,
  })

async function depths(): Promise<[string, number, string | undefined][]> {
  const rows = await db().comment.findMany({
    include: { parent: true },
    orderBy: { createdAt: 'asc' },
  })
  return rows.map(({ content, depth, parent }) => [content, depth, parent?.content])
}

test('finds the parent of a reply, whatever the order in the file and the dates', async () => {
  expect(await take([comment(3, 2), comment(2, 9), comment(9, 0)])).toEqual({
    written: 3,
    lost: [],
  })
  expect(await depths()).toEqual([
    ['Words 2.', 2, 'Words 9.'],
    ['Words 3.', 3, 'Words 2.'],
    ['Words 9.', 1, undefined],
  ])
})

test('places replies that are too deep beside their parent, and orphans on top', async () => {
  const { lost } = await take([
    ...Array.from({ length: 8 }, (_, index) => comment(index + 1, index)),
    comment(20, 99),
  ])
  expect(lost).toEqual([
    'a reply became a top-level comment: the comment it replies to was not imported',
  ])
  expect(await depths()).toEqual([
    ...Array.from({ length: 6 }, (_, index) => [
      `Words ${index + 1}.`,
      index + 1,
      index === 0 ? undefined : `Words ${index}.`,
    ]),
    ['Words 7.', 6, 'Words 5.'],
    ['Words 8.', 6, 'Words 5.'],
    ['Words 20.', 1, undefined],
  ])
  const answers = await db().comment.findMany({
    where: { answeredId: { not: null } },
    include: { answered: true },
    orderBy: { id: 'asc' },
  })
  expect(answers.map(({ content, answered }) => [content, answered?.content])).toEqual([
    ['Words 7.', 'Words 6.'],
    ['Words 8.', 'Words 7.'],
  ])
})

test('skips comments that reply to each other in a cycle, and imports the others', async () => {
  expect(await take([comment(1, 2), comment(2, 1), comment(3, 0)])).toEqual({
    written: 1,
    lost: ['a comment that replies to itself through other comments (2 times)'],
  })
})

test('imports further replies to a full thread as top-level comments', async () => {
  const replies = Array.from({ length: commentLimits.repliesPerThreadMax + 2 }, (_, index) =>
    comment(index + 2, 1),
  )
  expect(await take([comment(1, 0), ...replies])).toEqual({
    written: replies.length + 1,
    lost: ['a reply became a top-level comment: its thread already has 1,000 replies (2 times)'],
  })
  expect(await db().comment.count({ where: { parentId: null } })).toBe(3)
}, 60_000)

test('keeps the state of a comment, and reports what its text lost', async () => {
  const { lost } = await take([
    comment(1, 0),
    comment(2, 0, { isApproved: false, lost: ['a heading'] }),
    comment(3, 0, { lost: ['a heading'] }),
  ])
  const comments = await db().comment.findMany({ orderBy: { createdAt: 'asc' } })
  expect(comments.map(({ status }) => status)).toEqual(['published', 'pending', 'published'])
  expect(lost).toEqual(['a heading (2 times)'])
})

test('a second import adds only new comments, in the existing threads', async () => {
  await take([comment(1, 0), comment(2, 1)])
  expect(await take([comment(1, 0), comment(2, 1), comment(3, 2), comment(4, 0)])).toEqual({
    written: 2,
    lost: [],
  })
  expect(await depths()).toEqual([
    ['Words 1.', 1, undefined],
    ['Words 2.', 2, 'Words 1.'],
    ['Words 3.', 3, 'Words 2.'],
    ['Words 4.', 1, undefined],
  ])
})

test('imports neither an edited comment again nor an erased one', async () => {
  await take([comment(1, 0), comment(2, 0)])
  await db().comment.updateMany({
    where: { content: 'Words 1.' },
    data: { content: 'Other words.', authorName: 'Bea' },
  })
  await db().comment.deleteMany({ where: { content: 'Words 2.' } })
  expect(await take([comment(1, 0), comment(2, 0)])).toEqual({ written: 0, lost: [] })
})

test('recognises comments imported without ids by name and date', async () => {
  await take([comment(1, 0)])
  await db().importedComment.deleteMany()
  expect(await take([comment(1, 0), comment(2, 1)])).toMatchObject({ written: 1 })
  expect(await take([comment(1, 0), comment(2, 1)])).toMatchObject({ written: 0 })
})

test('skips and reports a comment that would show nothing, and keeps its replies', async () => {
  const content = `>${'\n'.repeat(450)}>`
  expect(await take([comment(1, 0, { content }), comment(2, 1)])).toEqual({
    written: 1,
    lost: [
      'a comment without visible text',
      'a reply became a top-level comment: the comment it replies to was not imported',
    ],
  })
  expect(await depths()).toEqual([['Words 2.', 1, undefined]])
})

test('imports comments without an id of their own once, and reports them', async () => {
  const comments = [
    comment(1, 0, { id: '' }),
    comment(2, 0, { id: '' }),
    comment(3, 0),
    comment(4, 3),
    comment(5, 0, { id: '3' }),
  ]
  expect(await take(comments)).toEqual({
    written: 5,
    lost: ['the id of a comment, which was missing or not unique (3 times)'],
  })
  expect(await depths()).toEqual([
    ['Words 1.', 1, undefined],
    ['Words 2.', 1, undefined],
    ['Words 3.', 1, undefined],
    ['Words 4.', 2, 'Words 3.'],
    ['Words 5.', 1, undefined],
  ])
  expect(await take(comments)).toEqual({ written: 0, lost: [] })
})
