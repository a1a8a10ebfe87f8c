import { expect, test } from 'vitest'
import { fileOf, headOf, readAll, readSample } from '@/test/importers/import-samples'
import { twikoo, valine, waline } from './waline'

const walineRow = async (row: object) => {
  const file = fileOf(JSON.stringify({ type: 'waline', data: { Comment: [row] } }))
  const { comments } = await readAll(waline, file)
  return comments[0]
}

test('reads a response of the API of Waline', async () => {
  const { data } = JSON.parse(readSample('waline.json').toString())
  const response = JSON.stringify({ errno: 0, errmsg: '', data: { type: 'waline', data } })
  expect(waline.detect(headOf(response))).toBe(true)
  expect((await readAll(waline, fileOf(response))).comments).toHaveLength(14)
})

test('returns the line at which a comment starts', async () => {
  const sample = readSample('waline.json')
  const lines = sample.toString().split('\n')
  const { comments } = await readAll(waline, fileOf(sample))
  for (const { id, place } of comments)
    expect(lines[Number(place.replace('line ', ''))]).toContain(`"objectId": "${id}"`)
})

test('reads likes in the forms of all databases', async () => {
  const votes = []
  for (const like of [3, '3', true, 'true', null, undefined, -2, 'many', 1e30, [4], {}])
    votes.push((await walineRow({ like }))?.votes)
  expect(votes.map((count) => (count?.up ?? 0) - (count?.down ?? 0))).toEqual([
    3, 3, 1, 1, 0, 0, -2, 0, 2_147_483_647, 4, 0,
  ])
  expect((await walineRow({ like: -2 }))?.losses).toEqual(['votes-net'])
})

test('reads statuses, and imports comments with unknown ones as pending', async () => {
  expect((await walineRow({ status: 'Approved' }))?.status).toBe('published')
  expect((await walineRow({ status: 'spam' }))?.status).toBe('spam')
  expect((await walineRow({ status: null }))?.status).toBe('published')
  expect(await walineRow({ status: 'hidden' })).toMatchObject({
    status: 'pending',
    losses: ['status-unknown'],
  })
})

test('falls back to createdAt if insertedAt is invalid', async () => {
  const row = { insertedAt: '0000-00-00 00:00:00', createdAt: '2019-04-11T09:15:00.000Z' }
  expect((await walineRow(row))?.createdAt?.toJSON()).toBe(row.createdAt)
})

test('recognises HTML by its first tag, and emoticons by their names', async () => {
  expect((await walineRow({ comment: '<p>Old</p>' }))?.markup).toBe('html')
  expect((await walineRow({ comment: 'New <b>text</b>' }))?.markup).toBe('markdown')
  const emoticons = []
  for (const comment of [
    '好:tieba_smile:',
    ':doge:',
    'at 10:30:45',
    'a::b::c',
    'https://a:b',
    ': x :',
  ])
    emoticons.push((await walineRow({ comment }))?.losses?.includes('emoticon'))
  expect(emoticons).toEqual([true, true, false, false, false, false])
})

test('reads an export of LeanCloud', async () => {
  const sample = readSample('valine.jsonl')
  expect(valine.detect(headOf(sample))).toBe(true)
  const { comments, pages, losses } = await readAll(valine, fileOf(sample))
  expect(losses).toEqual([])
  expect([...pages.keys()]).toEqual(['/2019/04/sourdough/', '/2019/04/黑麥/'])
  expect(comments).toMatchObject([
    {
      id: 'v01',
      parentId: '',
      place: 'line 2',
      status: 'published',
      authorName: 'Marnie Test',
      authorEmail: 'marnie@example.com',
      content: '<p>Salt &amp; water</p>\n',
      markup: 'html',
      createdAt: new Date('2019-04-02T09:14:59.000Z'),
      anchor: 'v01',
    },
    { id: 'v02', parentId: 'v01', authorUrl: 'https://olu.example/', markup: 'html' },
    // Some installations of Waline also use LeanCloud.
    { id: 'v03', parentId: 'v01', status: 'pending', markup: 'markdown', losses: ['emoticon'] },
  ])
})

test.each([
  ['a list', (rows: unknown[]) => JSON.stringify(rows)],
  ['a response of the REST API', (rows: unknown[]) => JSON.stringify({ results: rows })],
  [
    'lines without a header',
    (rows: unknown[]) => rows.map((row) => JSON.stringify(row)).join('\n'),
  ],
])('reads comments of Valine in %s', async (_, format) => {
  const [, ...lines] = readSample('valine.jsonl').toString().trim().split('\n')
  const content = format(lines.map((line) => JSON.parse(line)))
  expect(valine.detect(headOf(content))).toBe(true)
  const { comments } = await readAll(valine, fileOf(content))
  expect(comments.map(({ id }) => id)).toEqual(['v01', 'v02', 'v03'])
})

test('does not publish comments of Valine that Valine-Admin hides', async () => {
  const row = { objectId: 'v1', nick: 'Ada', comment: 'Words.', url: '/a/' }
  const aclOf = (read: boolean) => ({ '*': { read } })
  const rows = [
    { ...row, isSpam: true, ACL: aclOf(false) },
    { ...row, ACL: aclOf(false) },
    { ...row, isSpam: false, ACL: aclOf(true) },
  ]
  const { comments } = await readAll(valine, fileOf(JSON.stringify(rows)))
  expect(comments.map(({ status }) => status)).toEqual(['spam', 'pending', 'published'])
})

test('reads an export of Twikoo', async () => {
  const sample = readSample('twikoo.json')
  expect(twikoo.detect(headOf(sample))).toBe(true)
  const { comments, losses } = await readAll(twikoo, fileOf(sample))
  expect(losses).toEqual([])
  expect(comments).toMatchObject([
    {
      id: 't01',
      parentId: '',
      pageId: '/2019/04/sourdough/',
      place: 'line 2',
      status: 'published',
      authorEmail: '10001@qq.com',
      markup: 'html',
      createdAt: new Date('2019-04-02T09:15:00.000Z'),
      isPinned: true,
      votes: { up: 2, down: 1 },
      anchor: 't01',
    },
    {
      id: '5ca3267450a1b20017c0ffee',
      parentId: 't01',
      pageId: 'https://blog.example.net/2019/04/sourdough/',
      status: 'spam',
      createdAt: new Date('2019-04-03T09:15:00.000Z'),
      isPinned: false,
      votes: { up: 2, down: 0 },
    },
    {
      id: 't03',
      parentId: 't01',
      pageId: 'https://blog.example.net/2020/11/rye/',
      createdAt: new Date('2020-11-23T09:15:00.000Z'),
      votes: { up: 0, down: 0 },
    },
  ])
})

test('reads a dump of MongoDB in JSON Lines', async () => {
  const rows: unknown[] = JSON.parse(readSample('twikoo.json').toString())
  const { comments } = await readAll(
    twikoo,
    fileOf(rows.map((row) => `${JSON.stringify(row)}\n`).join('')),
  )
  expect(comments.map(({ place }) => place)).toEqual(['line 1', 'line 2', 'line 3'])
})
