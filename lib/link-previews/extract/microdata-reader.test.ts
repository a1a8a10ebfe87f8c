import { expect, test } from 'vitest'
import { runAtOnce } from '@/lib/link-previews/worker/take-turns'
import { PageReader } from './page-reader'

/** What is kept of the microdata of a page, each as `item type property value`. */
function read(page: string): string[] {
  const reader = new PageReader(page)
  runAtOnce(reader.read())
  const tags = reader.flat.html.matchAll(
    /data-item="(.*?)" itemtype="(.*?)" itemprop="(.*?)" content="(.*?)"/g,
  )
  return [...tags].map(([, ...values]) => values.join(' '))
}
const article = '<div itemscope itemtype="https://schema.org/Article">'

test('values are texts, contents and addresses', () => {
  const page = `${article}<h1 itemprop=headline>A <b>b</b></h1><meta itemprop=description content=c><img itemprop=image src=d><link itemprop=thumbnailUrl href=e></div>`
  expect(read(page)).toEqual([
    '1 Article headline A b',
    '1 Article description c',
    '1 Article image d',
    '1 Article thumbnailUrl e',
  ])
})

test('an item inside an item is a property of it, and ends where its element ends', () => {
  const page = `${article}<div itemprop=publisher itemscope><div><b itemprop=name>P</b></div></div><div itemprop=name>A</div></div><b itemprop=name>no</b>`
  expect(read(page)).toEqual(['1 Article publisher.name P', '1 Article name A'])
})

test('elements of the same name inside a value do not end it', () => {
  expect(
    read(
      `${article}<div itemprop=name><div>a</div> <div itemscope><div itemprop=name>x</div></div>b</div><p itemprop=name>c</p></div>`,
    ),
  ).toEqual(expect.arrayContaining(['1 Article name a xb', '1 Article name c']))
})

test('an item beside the item is another', () => {
  const page = `${article}<div itemscope itemtype="https://schema.org/Person"><i itemprop=name>P</i></div><i itemprop=name>A</i></div>${article}<i itemprop=name>B</i></div>`
  expect(read(page)).toEqual(['2 Person name P', '1 Article name A', '3 Article name B'])
})

test('of a page as a whole only a tag in the head names the title', () => {
  expect(
    read(
      '<html itemscope itemtype="https://schema.org/WebPage"><meta itemprop=name content=a><span itemprop=name>b</span>',
    ),
  ).toEqual(['0 WebPage headline a'])
  expect(read('<meta itemprop="name" content=a><span itemprop=name>b</span>')).toEqual([
    '0  headline a',
  ])
})
