import { expect, test } from 'vitest'
import { NotAnExport } from '@/lib/importers/comments/source-record'
import { readSample } from '@/test/importers/import-samples'
import { gather, lossesByReason, sourceFile } from '@/test/importers/source-files'
import { github, wholeJsonSizeMax } from './github-discussions'

const sample = readSample('discussions.json').toString()
const read = (content: unknown) =>
  gather(
    github.read(sourceFile(typeof content === 'string' ? content : JSON.stringify(content)), {
      timeZone: 'UTC',
    }),
  )
const detect = (content: unknown) => {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  return github.detect(text.slice(0, 4_096))
}
const discussion = (number: number, fields: object) => ({
  id: `D_${number}`,
  number,
  url: `https://github.com/example/loaves/discussions/${number}`,
  title: `page-${number}/`,
  body: '',
  ...fields,
})

test('reads the sample', async () => {
  expect(detect(sample)).toBe(true)
  const { comments, pages, losses } = await read(sample)
  expect([...pages.values()]).toEqual([
    {
      address: 'https://blog.example.net/2019/04/sourdough/',
      title: '2019/04/sourdough/',
      isClosed: false,
      date: new Date('2019-04-02T09:15:00Z'),
    },
    {
      address: 'https://blog.example.net/2020/11/rye/?giscus=abc#top',
      title: 'Rye | Example loaves',
      isClosed: true,
      date: new Date('2020-11-22T09:15:00Z'),
    },
    {
      address: 'How do I install it?',
      title: 'How do I install it?',
      isClosed: false,
      date: new Date('2020-12-02T09:15:00Z'),
    },
  ])
  expect([...pages.keys()]).toEqual(
    [12, 13, 14].map((number) => `example/loaves/discussions/${number}`),
  )
  expect(lossesByReason(comments)).toEqual({
    reactions: ['DC_01'],
    emoticon: ['DC_03'],
    minimized: ['DC_07'],
  })
  expect(losses.map(({ reason, ids, place, note }) => [reason, ids, place, note])).toEqual([
    ['truncated-at-source', [], 'discussion 12, comment DC_01', '2/3'],
    ['truncated-at-source', [], 'discussion 13', '3/5'],
  ])
  expect(JSON.stringify(comments)).not.toContain('avatars.example')
})

test('merges several responses, in a list or in a row', async () => {
  const response = (ids: string[], hasNextPage: boolean) => ({
    data: {
      repository: {
        discussions: {
          totalCount: 1,
          nodes: [
            discussion(1, {
              comments: {
                totalCount: 3,
                pageInfo: { hasNextPage },
                nodes: ids.map((id) => ({ id, body: id, createdAt: '2020-01-01T00:00:00Z' })),
              },
            }),
          ],
        },
      },
    },
  })
  const responses = [response(['a', 'b'], true), response(['c'], false)]
  for (const content of [responses, responses.map((one) => JSON.stringify(one)).join('\n')]) {
    expect(detect(content)).toBe(true)
    const { comments, pages, losses } = await read(content)
    expect(comments.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
    expect(pages.size).toBe(1)
    expect(losses).toEqual([])
  }
  expect((await read(responses.slice(0, 1))).losses).toMatchObject([
    { reason: 'truncated-at-source', place: 'discussion 1', note: '2/3' },
  ])
})

test('adds the rest of a discussion from a second response that repeats its start', async () => {
  const response = (ids: string[]) => ({
    ...discussion(1, {}),
    comments: {
      totalCount: 3,
      nodes: ids.map((id) => ({ id, body: id, replies: { nodes: [{ id: `${id}-reply` }] } })),
    },
  })
  const first = [{ data: { repository: { discussions: { nodes: [response(['a', 'b'])] } } } }]
  const rest = [['a', 'b'], ['c']].map((ids) => ({
    data: { repository: { discussion: response(ids) } },
  }))
  const { comments, losses } = await read(JSON.stringify(first) + JSON.stringify(rest))
  expect(comments.map(({ id }) => id)).toEqual(['a', 'a-reply', 'b', 'b-reply', 'c', 'c-reply'])
  expect(losses).toEqual([])
})

test('reads bare discussions, and falls back to HTML, titles and database ids', async () => {
  const content = [
    discussion(1, {
      body: 'See https://example.com/.\r\n\r\n<https://blog.example.net/a_(b)>\r\n<!-- sha1: 0 -->',
      comments: {
        nodes: [
          {
            id: 'a',
            databaseId: 7,
            bodyHTML: '<p>Hi</p>',
            isMinimized: true,
            minimizedReason: 'SPAM',
          },
          { id: 'b', body: '`:code:` 12:30:45 std::vector |:-:|', replyTo: { id: 'a' } },
        ],
        pageInfo: { hasNextPage: true },
      },
    }),
    discussion(2, { comments: [] }),
  ]
  expect(detect(content)).toBe(true)
  const { comments, pages, losses } = await read(content)
  expect([...pages.values()].map(({ address }) => address)).toEqual([
    'https://blog.example.net/a_(b)',
    'page-2/',
  ])
  expect(comments).toMatchObject([
    { status: 'spam', markup: 'html', content: '<p>Hi</p>', anchor: 'discussioncomment-7' },
    { parentId: 'a', authorName: '', losses: [] },
  ])
  expect(losses).toMatchObject([
    { reason: 'truncated-at-source', place: 'discussion 1', note: '2/?' },
  ])
})

test('reads issues of utterances from both APIs', async () => {
  const body = '# a\n\nText\n\n[https://blog.example.net/a/](https://blog.example.net/a/)'
  const rest = [
    {
      url: 'https://api.github.com/repos/example/loaves/issues/3',
      html_url: 'https://github.com/example/loaves/issues/3',
      number: 3,
      title: 'a/',
      body,
      comments: 1,
      locked: true,
      user: { login: 'utterances-bot' },
      created_at: '2020-01-01T00:00:00Z',
    },
    {
      issue_url: 'https://api.github.com/repos/example/loaves/issues/3',
      html_url: 'https://github.com/example/loaves/issues/3#issuecomment-99',
      id: 99,
      node_id: 'IC_99',
      user: null,
      body: '> Quote\n\nReply :+1:',
      created_at: '2020-01-02T00:00:00Z',
      updated_at: '2020-01-03T00:00:00Z',
      reactions: { url: 'x', total_count: 6, '+1': 3, '-1': 1, heart: 2, eyes: 0 },
    },
  ]
  expect(detect(rest)).toBe(true)
  for (const content of [rest, rest.map((part) => JSON.stringify([part])).join('')]) {
    const { comments, pages, losses } = await read(content)
    expect(pages.get('example/loaves/issues/3')).toMatchObject({
      address: 'https://blog.example.net/a/',
      isClosed: true,
    })
    expect(comments).toEqual([
      {
        id: 'IC_99',
        parentId: '',
        pageId: 'example/loaves/issues/3',
        place: 'issue 3, comment IC_99',
        status: 'published',
        authorName: 'ghost',
        content: '> Quote\n\nReply :+1:',
        markup: 'markdown',
        createdAt: new Date('2020-01-02T00:00:00Z'),
        editedAt: undefined,
        votes: { up: 3, down: 1 },
        anchor: 'issuecomment-99',
        losses: ['emoticon', 'reactions'],
      },
    ])
    expect(losses).toEqual([])
  }
  expect((await read(rest.slice(0, 1))).losses).toMatchObject([
    { reason: 'truncated-at-source', place: 'issue 3', note: '0/1' },
  ])
  const graphql = {
    data: {
      repository: {
        issues: {
          nodes: [
            {
              ...discussion(3, { url: 'https://github.com/example/loaves/issues/3' }),
              comments: {
                edges: [
                  {
                    node: {
                      id: 'IC_99',
                      body: 'x',
                      databaseId: 99,
                      reactionGroups: [
                        { content: 'THUMBS_UP', reactors: { totalCount: 3 } },
                        { content: 'THUMBS_DOWN', reactors: { totalCount: 1 } },
                      ],
                    },
                  },
                ],
              },
            },
          ],
        },
      },
    },
  }
  expect(detect(graphql)).toBe(true)
  expect((await read(graphql)).comments).toMatchObject([
    { votes: { up: 3, down: 1 }, anchor: 'issuecomment-99', losses: [] },
  ])
})

test('reads a truncated file up to its last complete comment', async () => {
  const ids = [...sample.matchAll(/"id": "(DC_\d+)",\s*"databaseId"/g)].map(([, id]) => id)
  for (let length = 40; length < sample.length - 4; length += 397) {
    const cut = sample.slice(0, length)
    const result = await read(cut).catch((error: unknown) => error)
    if (result instanceof NotAnExport) {
      expect(cut).not.toContain('"title"')
      continue
    }
    expect(result).toMatchObject({
      losses: expect.arrayContaining([
        expect.objectContaining({
          reason: 'broken-record',
          place: `line ${cut.split('\n').length}`,
        }),
      ]),
    })
    const { comments } = await read(cut)
    expect(ids.slice(0, comments.length).sort()).toEqual(comments.map(({ id }) => id).sort())
    for (const { createdAt, status } of comments) {
      expect(createdAt).toBeInstanceOf(Date)
      expect(status).toBeDefined()
    }
  }
})

test('reads a damaged file only up to a value that is nested too deeply', async () => {
  const [one, two] = [1, 2].map((number) => {
    const nodes = [{ id: `comment-${number}`, body: 'x' }]
    return JSON.stringify(discussion(number, { comments: { nodes } }))
  })
  const deep = '['.repeat(200) + ']'.repeat(200)
  const { comments, losses } = await read(`[${one}, ${deep}, ${two}, `)
  expect(comments.map(({ id }) => id)).toEqual(['comment-1'])
  expect(losses).toMatchObject([{ reason: 'broken-record', place: 'line 1' }])
})

test('reports errors of GitHub next to data', async () => {
  const data = { repository: { discussion: discussion(1, { comments: { nodes: [null] } }) } }
  const { losses } = await read({ data, errors: [{ message: 'Timeout' }] })
  expect(losses.map(({ reason, note }) => [reason, note])).toEqual([
    ['broken-record', undefined],
    ['truncated-at-source', 'GitHub returned an error: Timeout'],
  ])
})

test('accepts values of the wrong type in any place', async () => {
  const odd = [null, true, 7, 'text', [], {}, [[null]], { nodes: 3 }, { nodes: [1, null, 'x'] }]
  const node = { id: 'a', body: 'x', author: { login: 'b' }, replies: { nodes: [] } }
  const fields = ['id', 'body', 'author', 'createdAt', 'deletedAt', 'isMinimized', 'reactionGroups']
  for (const value of odd) {
    for (const name of [
      ...fields,
      'replies',
      'replyTo',
      'url',
      'upvoteCount',
      'reactions',
      '__proto__',
    ])
      await read([discussion(1, { comments: { nodes: [{ ...node, [name]: value }] } })])
    for (const name of ['comments', 'body', 'url', 'id', 'number', 'locked', 'constructor'])
      await read([discussion(1, { [name]: value })])
  }
  const { comments, losses } = await read([discussion(1, { comments: [3, null, node] })])
  expect(comments).toHaveLength(1)
  expect(losses.map(({ reason }) => reason)).toEqual(['broken-record', 'broken-record'])
})

test('rejects files without discussions', async () => {
  const deep = '['.repeat(100_000)
  for (const content of ['', 'garbage', '[]', '{}', '{"data": null}', deep, '\0', '{"data":'])
    await expect(read(content)).rejects.toThrow(NotAnExport)
  await expect(read({ message: 'Bad credentials' })).rejects.toThrow('Bad credentials')
  await expect(read({ data: null, errors: [{ message: 'Not found' }] })).rejects.toThrow(
    'Not found',
  )
  expect(detect('[{"id":"/a/","title":"A","comments":[{"text":"\\"html_url\\""}]}]')).toBe(false)
})

test('rejects files above 200 MB', async () => {
  const open = async function* () {
    yield new Uint8Array(wholeJsonSizeMax + 1)
  }
  const records = github.read({ name: 'x', open }, { timeZone: 'UTC' })
  await expect(gather(records)).rejects.toThrow('larger than 200 MB')
})
