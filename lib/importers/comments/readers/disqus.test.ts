import { expect, test } from 'vitest'
import { fileOf, headOf, readAll, readSample } from '@/test/importers/import-samples'
import { disqus } from './disqus'

const sample = readSample('disqus.xml')

const start =
  '<disqus xmlns="http://disqus.com" xmlns:d="http://disqus.com/disqus-internals">' +
  '<thread d:id="1"><link>https://a.example/1</link></thread>'

const read = (text: string) => readAll(disqus, fileOf(text))

/** Returns an export with one post. */
const exportOf = (elements: string) =>
  `${start}<post d:id="2"><thread d:id="1"/>${elements}</post></disqus>`

test('recognises exports of Disqus and no other files', () => {
  expect(disqus.detect(headOf(sample))).toBe(true)
  expect(disqus.detect(headOf(`Warning: <br />\n${start}`))).toBe(true)
  expect(disqus.detect(headOf(readSample('wordpress.xml')))).toBe(false)
  expect(disqus.detect(headOf(JSON.stringify({ text: start })))).toBe(false)
})

test('reads all pages of the sample', async () => {
  const { pages, comments } = await readAll(disqus, fileOf(sample))
  expect([...pages.keys()]).toEqual(['7001', '7002', '7003', '7004', '7005'])
  expect(pages.get('7003')).toEqual([
    {
      address: 'http://BLOG.EXAMPLE.NET/2020/11/rye/index.html',
      title: 'Rye <em>loaf</em>',
      isClosed: true,
      isDeleted: false,
      date: new Date('2020-11-22T09:15:00Z'),
    },
  ])
  const pageOf = (id: string) => comments.find((comment) => comment.id === id)?.pageId
  expect([pageOf('8001'), pageOf('8013'), pageOf('8014')]).toEqual(['7001', '7002', '7999'])
})

test('returns the line and the unchanged text of a comment', async () => {
  const { comments } = await readAll(disqus, fileOf(sample))
  const [comment] = comments.filter(({ id }) => id === '8013')
  const line =
    sample
      .toString()
      .split('\n')
      .findIndex((text) => text.includes('"8013"')) + 1
  expect(comment).toMatchObject({
    place: `line ${line}`,
    authorName: '',
    parentId: '9999',
    content: '<p>Plain &amp; simple,\b without CDATA</p>',
  })
})

test('reads deleted pages, and the strictest of several states', async () => {
  const flags = (deleted: boolean, spam: boolean) =>
    `<isDeleted>${deleted}</isDeleted><isSpam>${spam}</isSpam><isApproved>false</isApproved>`
  const statusOf = async (elements: string) => (await read(exportOf(elements))).comments[0]?.status
  expect(await statusOf(flags(true, true))).toBe('deleted')
  expect(await statusOf(flags(false, true))).toBe('spam')
  expect(await statusOf(flags(false, false))).toBe('pending')
  expect(await statusOf('')).toBe('published')
  const deleted = exportOf('').replace('</thread>', '<isDeleted>true</isDeleted></thread>')
  const { pages } = await read(deleted)
  expect(pages.get('1')).toMatchObject([{ isDeleted: true }])
})

test('reports damaged threads and unescaped text', async () => {
  const { pages, comments, losses } = await read(
    exportOf('<message>One <b>two</b> three</message>').replace('</link>', ''),
  )
  expect(pages.size).toBe(0)
  expect(losses).toMatchObject([{ reason: 'broken-record', ids: [], place: 'line 1' }])
  expect(comments).toMatchObject([{ content: 'One two three', losses: ['markup'] }])
})

test('rejects other files and exports without comments', async () => {
  await expect(read('{"a": 1}')).rejects.toThrow('not an export of Disqus')
  await expect(read(`${start}</disqus>`)).rejects.toThrow('no comments')
})
