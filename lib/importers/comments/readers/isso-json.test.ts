import { expect, test } from 'vitest'
import { NotAnExport } from '@/lib/importers/comments/source-record'
import { gather, sourceFile } from '@/test/importers/source-files'
import { issoJson } from './isso'

const file = JSON.stringify(
  [
    {
      id: '/2019/04/sourdough/',
      title: 'Sourdough & starters',
      comments: [
        {
          id: '1',
          author: 'Marnie Test',
          email: 'marnie@example.com',
          website: 'https://blog.example.net/',
          remote_addr: '203.0.113.0',
          text: '**Bold**',
          created: '2019-04-02 11:15:00',
        },
        {
          id: 2,
          parent: 1,
          mode: 2,
          author: null,
          text: 'Waiting.',
          created: '2019-04-02 11:15:00',
          created_epoch: 1554282900.25,
          modified_epoch: 1554286500,
          likes: 2,
          dislikes: null,
        },
      ],
    },
    { id: '/rye/', title: null, comments: [{ id: 1, text: '', mode: 4, created: 'never' }] },
    { id: '/empty/', comments: [] },
  ],
  undefined,
  2,
)
const read = (text: string) =>
  gather(issoJson.read(sourceFile(text), { timeZone: 'Europe/Berlin' }))

test('reads threads whose comment ids are unique only per thread', async () => {
  const { comments, pages, losses } = await read(`\uFEFF${file}`)
  expect([...pages]).toEqual([
    ['/2019/04/sourdough/', { address: '/2019/04/sourdough/', title: 'Sourdough & starters' }],
    ['/rye/', { address: '/rye/', title: '' }],
    ['/empty/', { address: '/empty/', title: '' }],
  ])
  expect(comments).toEqual([
    {
      id: '/2019/04/sourdough/#1',
      parentId: '',
      pageId: '/2019/04/sourdough/',
      place: 'line 6',
      status: 'published',
      authorName: 'Marnie Test',
      authorEmail: 'marnie@example.com',
      authorUrl: 'https://blog.example.net/',
      content: '**Bold**',
      markup: 'markdown',
      createdAt: new Date('2019-04-02T09:15:00Z'),
      editedAt: undefined,
      anchor: 'isso-1',
      losses: ['time-zone-guessed'],
    },
    {
      id: '/2019/04/sourdough/#2',
      parentId: '/2019/04/sourdough/#1',
      pageId: '/2019/04/sourdough/',
      place: 'line 15',
      status: 'pending',
      authorName: '',
      content: 'Waiting.',
      markup: 'markdown',
      createdAt: new Date('2019-04-03T09:15:00.250Z'),
      editedAt: new Date('2019-04-03T10:15:00Z'),
      votes: { up: 2, down: 0 },
      anchor: 'isso-2',
      losses: [],
    },
    expect.objectContaining({ id: '/rye/#1', status: 'deleted', createdAt: undefined }),
  ])
  expect(losses).toEqual([])
})

test('recognises the format by content', () => {
  const { detect } = issoJson
  expect(detect(file)).toBe(true)
  expect(detect('[{"title":"A \\" quote","id":"/a/","comments":[')).toBe(true)
  expect(detect('[{"id":"/a/","comments":{"nodes":[]}}]')).toBe(false)
  expect(detect('[{"id":"1","content":"x","comments":[]}]')).toBe(false)
  expect(detect(`[{${' '.repeat(100_000)}`)).toBe(false)
})

test('reads a file that is truncated anywhere up to its end', async () => {
  for (let length = 1; length < file.length - 1; length += 7) {
    const cut = file.slice(0, length)
    const result = await read(cut).catch((error: unknown) => error)
    // The first comment ends before the second starts.
    if (cut.includes('"id": 2')) {
      expect(result).toMatchObject({
        losses: [{ reason: 'broken-record', place: expect.stringMatching(/^line \d+$/) }],
      })
      expect(result).toHaveProperty('comments.0.content', '**Bold**')
    } else if (!result || !(result instanceof NotAnExport))
      expect(result).toMatchObject({ losses: [{ reason: 'broken-record' }] })
  }
})

test('reports records of other types by line', async () => {
  const { comments, losses } = await read(`[ 1,
    null,
    {"id": {}, "comments": {"a": 1}},
    {"id": "/a/", "comments": [7, {}, [], {"id": [], "text": "x", "__proto__": {"mode": 4}}]},
    {"__proto__": {"id": "/b/"}, "comments": [{"text": {}, "constructor": 1}]}
  ]`)
  expect(comments).toMatchObject([
    { id: '', pageId: '/a/', content: 'x', status: 'published' },
    { id: '', pageId: '', content: '' },
  ])
  expect(losses.map(({ reason, place }) => `${reason} ${place}`)).toEqual([
    'broken-record record 1',
    'broken-record line 2',
    'broken-record line 3',
    'broken-record line 3',
    'broken-record line 4',
    'broken-record line 4',
    'broken-record line 4',
  ])
})

test('rejects files that are not a list of threads', async () => {
  for (const text of ['', '{}', '[]x', 'garbage', '{"comments": []}', '[[[', '\0\0', '"'])
    await expect(read(text)).rejects.toThrow(NotAnExport)
})
