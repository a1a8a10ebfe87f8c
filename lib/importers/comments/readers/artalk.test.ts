import { expect, test } from 'vitest'
import { fileOf, readAll } from '@/test/importers/import-samples'
import { artalk } from './artalk'

const readOne = async (fields: object, site?: string) => {
  const file = fileOf(JSON.stringify([{ id: '1', content: 'x', ...fields }]))
  return (await readAll(artalk, file, { timeZone: 'UTC', site })).comments[0]
}

test('reads times of version 1', async () => {
  const date = '2019-04-02 17:15:00 +0800'
  expect((await readOne({ date }))?.createdAt?.toJSON()).toBe('2019-04-02T09:15:00.000Z')
})

test('returns the URL of a page if the file names its site', async () => {
  const page_key = '/a/'
  const site_urls = 'http://localhost:1313/, https://www.example.net/,https://example.net'
  expect((await readOne({ page_key, site_urls }))?.pageId).toBe('https://www.example.net/a/')
  expect((await readOne({ page_key, site_urls }, 'example.net'))?.pageId).toBe(
    'https://example.net/a/',
  )
  expect((await readOne({ page_key, site_urls: 'http://localhost:1313/' }))?.pageId).toBe('/a/')
  expect((await readOne({ page_key }))?.pageId).toBe('/a/')
  expect((await readOne({ page_key: 'http://[', site_urls }))?.pageId).toBe('http://[')
  expect((await readOne({ site_urls }))?.pageId).toBe('')
})

test('closes the comments of a page that a comment marks as closed', async () => {
  const rows = [false, 'true', 'false'].map((page_admin_only) => ({
    page_key: '/a/',
    page_admin_only,
  }))
  const { pages } = await readAll(artalk, fileOf(JSON.stringify(rows)))
  expect(pages.get('/a/')?.map(({ isClosed }) => isClosed)).toEqual([false, true, false])
})
