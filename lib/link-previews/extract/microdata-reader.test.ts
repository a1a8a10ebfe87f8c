import { expect, test } from 'vitest'
import { PageReader } from './page-reader'

/** Returns the microdata of a page: its items, and the values outside of them. */
function read(page: string) {
  const reader = new PageReader(page)
  reader.read()
  const { things = [], pageValues = [] } = reader.items ?? {}
  return { things, pageValues }
}
const article = '<div itemscope itemtype="https://schema.org/Article">'

test('reads values from text, content attributes and URLs', () => {
  const page =
    `${article}<h1 itemprop=headline>A <b>b</b></h1><meta itemprop=description content=c>` +
    '<img itemprop=image src=d><link itemprop=thumbnailUrl href=e></div>'
  expect(read(page).things).toEqual([
    { '@type': 'Article', headline: 'A b', description: 'c', image: 'd', thumbnailUrl: 'e' },
  ])
})

test('reads a nested item as a property until its element ends', () => {
  const page =
    `${article}<div itemprop=publisher itemscope><div><b itemprop=name>P</b></div></div>` +
    '<div itemprop=name>A</div></div><b itemprop=name>no</b>'
  expect(read(page)).toEqual({
    things: [{ '@type': 'Article', publisher: { name: 'P' }, name: 'A' }],
    pageValues: [],
  })
})

test('ignores nested elements of the same name when finding the end of a value', () => {
  expect(
    read(
      `${article}<div itemprop=name><div>a</div> <div itemscope><div itemprop=name>x</div>` +
        '</div>b</div><p itemprop=description>c</p></div>',
    ).things,
  ).toContainEqual({ '@type': 'Article', name: 'a xb', description: 'c' })
})

test('separates a nested item without itemprop', () => {
  const page =
    `${article}<div itemscope itemtype="https://schema.org/Person"><i itemprop=name>P</i>` +
    `</div><i itemprop=name>A</i></div>${article}<i itemprop=name>B</i></div>`
  expect(read(page).things).toEqual([
    { '@type': 'Person', name: 'P' },
    { '@type': 'Article', name: 'A' },
    { '@type': 'Article', name: 'B' },
  ])
})

test('takes the title of a page item only from a meta tag', () => {
  expect(
    read(
      '<html itemscope itemtype="https://schema.org/WebPage"><meta itemprop=name content=a>' +
        '<span itemprop=name>b</span>',
    ),
  ).toEqual({ things: [], pageValues: [['headline', 'a']] })
  expect(read('<meta itemprop="name" content=a><span itemprop=name>b</span>')).toEqual({
    things: [],
    pageValues: [['headline', 'a']],
  })
})
