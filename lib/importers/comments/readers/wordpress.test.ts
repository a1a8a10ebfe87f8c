import { expect, test } from 'vitest'
import { fileOf, headOf, readAll, readSample } from '@/test/importers/import-samples'
import { wordpress } from './wordpress'

const sample = readSample('wordpress.xml')

const start =
  '<rss xmlns:wp="http://wordpress.org/export/1.0/"><channel><item><link>https://a.example/1</link>'

const read = (text: string) => readAll(wordpress, fileOf(text))

/** Returns an export with one comment. */
function exportOf(fields: Record<string, string>, item = ''): string {
  const elements = Object.entries({ id: '1', approved: '1', content: 'Words.', ...fields })
    .map(([name, text]) => `<wp:comment_${name}>${text}</wp:comment_${name}>`)
    .join('')
  return `${start}${item}<wp:comment>${elements}</wp:comment></item></channel></rss>`
}

async function commentOf(fields: Record<string, string>, item = '') {
  const { comments } = await read(exportOf(fields, item))
  return comments[0]
}

test('recognises exports of WordPress and no other files', () => {
  expect(wordpress.detect(headOf(sample))).toBe(true)
  expect(wordpress.detect(headOf(start))).toBe(true)
  expect(wordpress.detect(headOf(readSample('disqus.xml')))).toBe(false)
  expect(wordpress.detect(headOf('<rss version="2.0"><channel><title>News</title>'))).toBe(false)
})

test('reads the sample', async () => {
  const { losses, pages } = await readAll(wordpress, fileOf(sample))
  expect(losses).toMatchObject([{ place: 'line 170', note: 'pingback' }])
  expect(pages.get('33')).toEqual([
    {
      address: 'https://blog.example.net/?p=33',
      title: 'A draft',
      isClosed: false,
      date: new Date('2020-12-02T09:15:00Z'),
    },
  ])
})

test('shows paragraphs and line endings as WordPress does, and joins CDATA sections', async () => {
  const { comments } = await readAll(wordpress, fileOf(sample))
  expect(comments[0]?.content).toBe(
    '<p>Salt &amp; water: 5 &lt; 7, "quoted", it\'s 100 %.<br>\n' +
      'A second line, see <a href="/2018/flour/" rel="nofollow ugc">flour</a>.</p>\n' +
      '<p>A second paragraph with <strong>weight</strong> and <code>a[b[0]]>1</code>.</p>',
  )
  expect((await commentOf({ content: 'One\r\ntwo\r\n\r\nthree' }))?.content).toBe(
    '<p>One<br>\ntwo</p>\n<p>three</p>',
  )
})

test('returns the slug of a page whose link has no path', async () => {
  const slug = '<wp:post_name>%d0%bf%d1%80%d0%b8</wp:post_name>'
  const withLink = (link: string) => read(exportOf({}, slug).replace('https://a.example/1', link))
  expect([...(await withLink('https://a.example/?p=1')).pages.values()].flat()).toMatchObject([
    { slug: 'при' },
  ])
  expect([...(await withLink('https://a.example/1')).pages.values()].flat()).not.toHaveProperty(
    '0.slug',
  )
})

test('reads a local time in the time zone of the import if nothing else is known', async () => {
  const date = '2019-04-05 11:15:00'
  const gmt = { date, date_gmt: '0000-00-00 00:00:00' }
  expect(await commentOf(gmt)).toMatchObject({
    createdAt: new Date('2019-04-05T11:15:00Z'),
    losses: ['time-zone-guessed'],
  })
  const post =
    '<wp:post_date>2019-01-01 10:00:00</wp:post_date>' +
    '<wp:post_date_gmt>2019-01-01 05:30:00</wp:post_date_gmt>'
  expect(await commentOf(gmt, post)).toMatchObject({
    createdAt: new Date('2019-04-05T06:45:00Z'),
    losses: ['time-guessed'],
  })
  expect(await commentOf({ date: '-0001-11-30 00:00:00' }, post)).toMatchObject({
    createdAt: undefined,
    losses: [],
  })
})

test('reads unknown states as pending, and reports them', async () => {
  expect(await commentOf({ approved: 'constructor' })).toMatchObject({
    status: 'pending',
    losses: ['status-unknown'],
  })
  expect(await commentOf({ approved: 'post-trashed' })).toMatchObject({ status: 'deleted' })
})

test('reads the variant that Disqus imports, without post ids', async () => {
  const variant = exportOf({ parent: '0' }).replace(
    '<wp:comment>',
    '<dsq:thread_identifier>x</dsq:thread_identifier><wp:comment>' +
      '<dsq:remote><dsq:id>u</dsq:id></dsq:remote>',
  )
  const { pages, comments } = await read(variant)
  expect([...pages.keys()]).toEqual(['https://a.example/1'])
  expect(comments).toMatchObject([{ id: '1', parentId: '', pageId: 'https://a.example/1' }])
})

test('reports comments with missing end tags, and reads the others', async () => {
  const part = '<wp:comment><wp:comment_id>7</wp:comment_id><wp:comment_content>Cut'
  const { comments, losses } = await read(
    exportOf({}).replace('<wp:comment>', `\n${part}\n<wp:comment>`),
  )
  expect(comments).toMatchObject([{ id: '1', pageId: 'https://a.example/1', place: 'line 3' }])
  expect(losses).toMatchObject([{ reason: 'broken-record', ids: ['7'], place: 'line 2' }])
  const outside = exportOf({}).replaceAll(/<\/?item>/g, '')
  expect((await read(outside)).losses).toMatchObject([
    { reason: 'broken-record', note: 'the data is damaged or incomplete: export it again' },
  ])
})

test('rejects an export without comments', async () => {
  await expect(read(`${start}</item></channel></rss>`)).rejects.toThrow('no comments')
})
