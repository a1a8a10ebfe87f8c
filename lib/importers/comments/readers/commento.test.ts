import { expect, test } from 'vitest'
import { fileOf, readAll, readSample } from '@/test/importers/import-samples'
import { commento } from './commento'

const readOne = async (comment: object, commenters: unknown[] = []) => {
  const export1 = {
    version: 1,
    comments: [{ commentHex: 'a1', markdown: 'x', ...comment }],
    commenters,
  }
  return (await readAll(commento, fileOf(JSON.stringify(export1)))).comments[0]
}

test('distinguishes anonymous authors from missing ones', async () => {
  const names = []
  for (const commenterHex of ['anonymous', '0'.repeat(64), 'b2', undefined])
    names.push((await readOne({ commenterHex }))?.authorName)
  expect(names).toEqual(['Anonymous', 'Anonymous', '', ''])
})

test('reads empty texts as deleted comments, and unknown states as pending', async () => {
  expect((await readOne({ markdown: ' ', state: 'approved' }))?.status).toBe('deleted')
  expect((await readOne({ deleted: true, state: 'approved' }))?.status).toBe('deleted')
  expect(await readOne({ state: 'hidden' })).toMatchObject({
    status: 'pending',
    losses: ['status-unknown'],
  })
})

test('returns the URL of a page, or its path if there is no domain', async () => {
  const domain = 'blog.example.net'
  expect((await readOne({ domain, url: 'a' }))?.pageId).toBe('https://blog.example.net/a')
  expect((await readOne({ domain, url: '' }))?.pageId).toBe('')
  expect((await readOne({ domain, url: 'https://b.example/c' }))?.pageId).toBe(
    'https://b.example/c',
  )
  expect((await readOne({ url: '/a' }))?.pageId).toBe('/a')
})

test('keeps comments without authors if the file ends before the authors', async () => {
  const sample = readSample('commento.json').toString()
  const { comments, losses } = await readAll(
    commento,
    fileOf(sample.slice(0, sample.indexOf('"commenters"') + 20)),
  )
  expect(comments).toHaveLength(15)
  expect(comments[0]?.authorName).toBe('')
  expect(losses).toMatchObject([
    { reason: 'broken-record', note: 'the data is damaged or incomplete: export it again' },
  ])
})
