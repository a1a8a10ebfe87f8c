import { expect, test } from 'vitest'
import { PageReader } from './page-reader'

/** Returns the microdata kept of a page, each value as `item type property value`. */
function read(page: string): string[] {
  const reader = new PageReader(page)
  reader.read()
  const tags = reader.flat.html.matchAll(
    /data-item="(.*?)" itemtype="(.*?)" itemprop="(.*?)" content="(.*?)"/g,
  )
  return [...tags].map(([, ...values]) => values.join(' '))
}
const article = '<div itemscope itemtype="https://schema.org/Article">'

test('reads values from texts, content attributes and URLs', () => {
  const page =
    `${article}<h1 itemprop=headline>A <b>b</b></h1><meta itemprop=description content=c>` +
    '<img itemprop=image src=d><link itemprop=thumbnailUrl href=e></div>'
  expect(read(page)).toEqual([
    '1 Article headline A b',
    '1 Article description c',
    '1 Article image d',
    '1 Article thumbnailUrl e',
  ])
})

test('reads a nested item as a property until its element ends', () => {
  const page =
    `${article}<div itemprop=publisher itemscope><div><b itemprop=name>P</b></div></div>` +
    '<div itemprop=name>A</div></div><b itemprop=name>no</b>'
  expect(read(page)).toEqual(['1 Article publisher.name P', '1 Article name A'])
})

test('ignores nested elements of the same name when finding the end of a value', () => {
  expect(
    read(
      `${article}<div itemprop=name><div>a</div> <div itemscope><div itemprop=name>x</div>` +
        '</div>b</div><p itemprop=name>c</p></div>',
    ),
  ).toEqual(expect.arrayContaining(['1 Article name a xb', '1 Article name c']))
})

test('separates a nested item without itemprop', () => {
  const page =
    `${article}<div itemscope itemtype="https://schema.org/Person"><i itemprop=name>P</i>` +
    `</div><i itemprop=name>A</i></div>${article}<i itemprop=name>B</i></div>`
  expect(read(page)).toEqual(['2 Person name P', '1 Article name A', '3 Article name B'])
})

test('takes the title of a page item only from a meta tag', () => {
  expect(
    read(
      '<html itemscope itemtype="https://schema.org/WebPage"><meta itemprop=name content=a>' +
        '<span itemprop=name>b</span>',
    ),
  ).toEqual(['0 WebPage headline a'])
  expect(read('<meta itemprop="name" content=a><span itemprop=name>b</span>')).toEqual([
    '0  headline a',
  ])
})
