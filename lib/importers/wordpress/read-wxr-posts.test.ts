import { expect, test } from 'vitest'
import { textOf } from '@/lib/importers/xml/read-xml-records'
import { isNightly } from '@/test/nightly'
import { readWxrItems } from './read-wxr-posts'

const encoder = new TextEncoder()
const item =
  `<item><title>One</title><content:encoded><![CDATA[${'<p>Words.</p>\n'.repeat(4_000)}` +
  ']]></content:encoded></item>'

async function* chunks(items: number): AsyncGenerator<Uint8Array> {
  yield encoder.encode('<rss><channel>')
  for (let number = 0; number < items; number++) yield encoder.encode(item)
  yield encoder.encode('</channel></rss>')
}

if (isNightly)
  test('reads an export of 200 MB with bounded memory', async () => {
    const start = process.memoryUsage().heapUsed
    const wanted = Math.ceil((200 * 2 ** 20) / item.length)
    let count = 0
    let peak = 0
    for await (const found of readWxrItems(chunks(wanted))) {
      expect(textOf(found, 'title')).toBe('One')
      count++
      peak = Math.max(peak, process.memoryUsage().heapUsed - start)
    }
    expect(count).toBe(wanted)
    expect(peak).toBeLessThan(100 * 2 ** 20)
  }, 60_000)

test('reads a post whose comments are longer than 8 MB', async () => {
  const content = `<wp:comment_content>${'a'.repeat(1_000)}</wp:comment_content>`
  const comments = `<wp:comment>${content}</wp:comment>`.repeat(100)
  async function* popular() {
    yield encoder.encode('<rss><item><title>Popular</title>')
    for (let part = 0; part < 100; part++) yield encoder.encode(comments)
    yield encoder.encode('</item></rss>')
  }
  const titles = []
  for await (const found of readWxrItems(popular())) titles.push(textOf(found, 'title'))
  expect(titles).toEqual(['Popular'])
})

test('decodes a letter that is split between chunks', async () => {
  const bytes = encoder.encode(
    '<rss><channel><item><title>日本語 &amp; <![CDATA[<b>]]></title></item></channel></rss>',
  )
  async function* single() {
    for (const byte of bytes) yield Uint8Array.of(byte)
  }
  const items = []
  for await (const found of readWxrItems(single())) items.push(textOf(found, 'title'))
  expect(items).toEqual(['日本語 & <b>'])
})

if (isNightly)
  test('rejects an element that is longer than 8 MB', async () => {
    async function* endless() {
      yield encoder.encode('<rss><item><title>')
      for (let part = 0; part < 100; part++) yield encoder.encode('a'.repeat(2 ** 20))
    }
    const read = async () => {
      for await (const _ of readWxrItems(endless()));
    }
    await expect(read()).rejects.toThrow('larger than 8 MB')
  })
