import { expect, test } from 'vitest'
import { fileOf, headOf, readAll } from '@/test/importers/import-samples'
import { comentario, commento } from './commento'

test('reads the dates of pages', async () => {
  const pages = [{ id: 'p1', path: '/a', createdTime: '2019-04-01T09:15:00.000Z' }]
  const found = await readAll(comentario, fileOf(JSON.stringify({ version: 3, pages })))
  expect(found.pages.get('p1')).toMatchObject([{ date: new Date('2019-04-01T09:15:00.000Z') }])
})

test('reads version 1', async () => {
  const zero = '0'.repeat(64)
  const export1 = JSON.stringify({
    version: 1,
    comments: [
      {
        commentHex: 'c1',
        commenterHex: 'a1',
        creationDate: '2019-04-02T09:15:00.000Z',
        host: 'blog.example.net',
        path: 'a/',
        url: '',
        markdown: 'x',
        parentHex: 'root',
        score: -3,
        state: 'approved',
      },
      {
        commentHex: 'c2',
        commenterHex: zero,
        host: 'blog.example.net',
        path: '/a/',
        parentHex: 'c1',
      },
    ],
    commenters: [
      { commenterHex: 'a1', name: 'Marnie Test', websiteUrl: 'https://marnie.example/' },
    ],
  })
  expect(comentario.detect(headOf(export1))).toBe(true)
  expect(commento.detect(headOf(export1))).toBe(false)
  const { comments, pages } = await readAll(comentario, fileOf(export1))
  expect([...pages.keys()]).toEqual(['https://blog.example.net/a/'])
  expect(comments).toMatchObject([
    {
      id: 'c1',
      parentId: '',
      status: 'published',
      authorName: 'Marnie Test',
      authorUrl: 'https://marnie.example/',
      votes: { up: 0, down: 3 },
      anchor: 'commento-c1',
      losses: ['votes-net'],
    },
    { id: 'c2', parentId: 'c1', status: 'deleted', authorName: 'Anonymous' },
  ])
})
