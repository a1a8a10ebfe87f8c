import { expect, test } from 'vitest'
import { NotAnExport } from '@/lib/importers/comments/source-record'
import { gather, lossesByReason, sampleFolder, sourceFile } from '@/test/importers/source-files'
import { readStaticman } from './staticman'

const read = (files: Record<string, string | Uint8Array>) =>
  gather(
    readStaticman(
      Object.entries(files).map(([name, content]) => sourceFile(content, name)),
      { timeZone: 'Europe/Berlin' },
    ),
  )

test('reads the sample', async () => {
  const records = readStaticman(sampleFolder('staticman'), { timeZone: 'UTC' })
  const { comments, pages, losses } = await gather(records)
  expect([...pages.values()].map(({ address }) => address)).toEqual([
    'orphaned-slug',
    'rye',
    '/2019/04/sourdough/',
  ])
  expect(comments.find(({ id }) => id === 'sourdough/entry-without-date')).toMatchObject({
    pageId: '/2019/04/sourdough/',
    place: '_data/comments/sourdough/entry-without-date.yml',
    createdAt: undefined,
  })
  expect(comments.find(({ id }) => id.includes('0005'))?.parentId).toContain('0099')
  expect(lossesByReason(comments)).toEqual({
    'time-guessed': ['5f0c1a00-0007-11e9-8000-000000000007'],
  })
  expect(losses).toEqual([
    {
      reason: 'broken-record',
      ids: ['rye/broken.yml'],
      place: '_data/comments/rye/broken.yml',
      note: 'the data is damaged or incomplete: export it again',
    },
    {
      reason: 'empty',
      ids: ['rye/empty.yml'],
      place: '_data/comments/rye/empty.yml',
      note: 'it contains no comments: export them again',
    },
  ])
})

test('finds parents by id or by position among the top-level comments of the page', async () => {
  const { comments } = await read({
    'page/3.yml': 'message: reply\nreplying_to: 2',
    'page/1.yml': '_id: one\nmessage: a',
    'page/2.yml': 'message: b\nreplying_to: ""\n_parent: one',
    'page/4.yml': 'message: c\n_parent: /page/\nreply_to: null',
    'page/5.yml': 'message: d\nreplying_to: 2\nreplying_to_uid: one',
    'page/6.yml': 'message: e\nreplyID: 17',
    'page/7.yml': 'message: f\n_id: page/7\nparent_id: page/7\nreplying_to: 0',
    'other/1.yml': 'message: g\nreplying_to: 2',
  })
  expect(comments.map(({ pageId, id, parentId }) => [pageId, id, parentId])).toEqual([
    ['other', 'other/1', '2'],
    ['/page/', 'one', ''],
    ['/page/', 'page/2', 'one'],
    ['/page/', 'page/3', 'page/4'],
    ['/page/', 'page/4', ''],
    ['/page/', 'page/5', 'one'],
    ['/page/', 'page/6', '17'],
    ['/page/', 'page/7', 'page/7'],
  ])
})

test('reads static comments of Jekyll, whose page is in a field', async () => {
  const { comments, pages, losses } = await read({
    'source/_comments/2016/first':
      '---\r\npost_id: /blog/great-post\r\ndate: 2016-03-13 22:20\r\nname: 007\r\n' +
      "link: https://www.ann.example\r\ncomment: ! 'Hi Tarin,\r\n\r\n\r\n  Thanks.'\r\n",
    'source/_comments/2016/second.txt': 'post_id: /blog/other\nname: null\ncomment: Hi',
    'source/_posts/2016-01-01-post.md': '---\nname: Not a comment\n---\nText',
    'source/_comments/.hidden.yml': 'name: x',
    '__MACOSX/source/_comments/x.yml': 'name: x',
  })
  expect(comments).toMatchObject([
    {
      id: '2016/first',
      pageId: '/blog/great-post',
      createdAt: new Date('2016-03-13T21:20:00Z'),
      authorName: '007',
      authorUrl: 'https://www.ann.example',
      content: 'Hi Tarin,\n\nThanks.',
      losses: ['time-zone-guessed'],
    },
    { id: '2016/second', pageId: '/blog/other', authorName: 'null' },
  ])
  expect(pages.size).toBe(2)
  expect(losses).toEqual([])
})

test('reads JSON with tabs and escapes, and times in seconds and milliseconds', async () => {
  const json = {
    message: 'a\u2028"\\ \u{1F35E}\0',
    name: 1.5,
    date: '1554455700',
    extra: [{ a: 1 }],
  }
  const { comments } = await read({
    'a/1.json': JSON.stringify(json, undefined, '\t').replaceAll('\n', '\r\n'),
    'a/2.json': JSON.stringify({ message: 'x\ud800', date: 1_554_455_700_000, name: null }),
    'a/comment-1554455700123.yml': 'message: x\ndate: nonsense',
  })
  expect(comments).toMatchObject([
    { content: json.message, authorName: '1.5', createdAt: new Date(1_554_455_700_000) },
    { createdAt: new Date(1_554_455_700_000), authorName: '' },
    { createdAt: new Date(1_554_455_700_123), losses: ['time-guessed'] },
  ])
})

test('reports files that are not comments', async () => {
  const { comments, losses } = await read({
    'a/1.yml': 'message: x',
    'a/2.yml': '- a\n- b',
    'a/3.yml': 'title: x',
    'a/4.yml': '# nothing',
    'a/5.yml': '['.repeat(100_000),
    'a/6.yml': Buffer.from([0xff, 0xfe, 0x00, 0x3a]),
    'a/7.yml': 'x'.repeat(4 * 2 ** 20 + 1),
    'a/8.yml': 'a: &a [x, x]\nb: &b [*a, *a]\nmessage: *b\nname: [x]\n__proto__: {message: y}',
    'a/9.yml': 'name: Olu',
    'staticman.yml': 'message: x',
  })
  expect(comments.map(({ id, content }) => [id, content])).toEqual([
    ['a/1', 'x'],
    ['a/9', ''],
  ])
  expect(losses.map(({ reason, place }) => [place, reason])).toEqual([
    ['a/2.yml', 'not-a-comment'],
    ['a/3.yml', 'not-a-comment'],
    ['a/4.yml', 'not-a-comment'],
    ['a/5.yml', 'broken-record'],
    ['a/6.yml', 'not-a-comment'],
    ['a/7.yml', 'broken-record'],
    ['a/8.yml', 'not-a-comment'],
  ])
})

test('rejects folders without comments', async () => {
  await expect(read({})).rejects.toThrow(NotAnExport)
  await expect(read({ 'package.json': '{"name": 1}x', 'a.png': 'x' })).rejects.toThrow(NotAnExport)
})
