import { expect, test } from 'vitest'
import { fileOf, headOf, readAll, readSample } from '@/test/importers/import-samples'
import { remark42 } from './remark42'

const comment = (fields: object) =>
  JSON.stringify({ id: '1', locator: { url: 'https://blog.example.net/a/' }, text: 'x', ...fields })

const readOne = async (fields: object) =>
  (await readAll(remark42, fileOf(comment(fields)))).comments[0]

test('reads Markdown sources where they exist, and HTML otherwise', async () => {
  const { comments } = await readAll(remark42, fileOf(readSample('remark42.jsonl')))
  expect(comments.filter(({ markup }) => markup === 'html').map(({ id }) => id)).toEqual([
    'r-0003',
    'r-0008',
    'r-0010',
  ])
})

test('reports the line at which a backup is truncated', async () => {
  const { losses } = await readAll(remark42, fileOf(readSample('remark42.jsonl')))
  expect(losses).toMatchObject([{ reason: 'broken-record', ids: ['line 16'], place: 'line 16' }])
})

test('reads a backup without a header or line breaks', async () => {
  const content = `${comment({ id: 'a' })}${comment({ id: 'b' })} ${comment({ id: 'c' })}`
  expect(remark42.detect(headOf(comment({ user: {}, time: '' })))).toBe(true)
  const { comments } = await readAll(remark42, fileOf(content))
  expect(comments.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
})

test('recognises a backup whose header fills the start of the file', () => {
  const users = Array.from({ length: 9_999 }, (_, id) => ({ id: `user-${id}`, verified: false }))
  expect(remark42.detect(headOf(JSON.stringify({ version: 1, users, posts: [] })))).toBe(true)
})

test('accepts lists and numbers as strings, which converters write', async () => {
  const user = { id: ['github_aa01'], name: ['Marnie Test'] }
  expect(
    await readOne({ id: 7, pid: 6, user, score: '-2', time: 1554196500, pin: 'true' }),
  ).toMatchObject({
    id: '7',
    parentId: '6',
    authorName: 'Marnie Test',
    createdAt: new Date('2019-04-02T09:15:00.000Z'),
    isPinned: true,
    votes: { up: 0, down: 2 },
    losses: ['votes-net'],
  })
})

test('reports values that are not comments', async () => {
  const content = `${comment({})}\n{"id": "2"}\n[]\n"text"\n${comment({ id: '3' })}\n`
  const { comments, losses } = await readAll(remark42, fileOf(content))
  expect(comments.map(({ place }) => place)).toEqual(['line 1', 'line 5'])
  expect(losses.map(({ place }) => place)).toEqual(['line 2', 'line 3', 'line 4'])
})
