import { expect, test } from 'vitest'
import { describeThings, readJsonLd } from './structured-data'

const read = (...values: unknown[]) => readJsonLd(values.map((value) => JSON.stringify(value)))
const nothing = { names: [], title: '', description: '', image: '', siteName: '' }

test.each([
  ['empty', ''],
  ['broken', '{"headline": "a"'],
  ['not about anything', '[1, null, "a", [], {}]'],
  ['nested too deeply', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
  ['nested too deeply inside a graph', `${'{"@graph":['.repeat(5_000)}${']}'.repeat(5_000)}`],
])('ignores structured data that is %s', (_, block) => {
  expect(readJsonLd([block])).toEqual(nothing)
})

test('prefers the headline of an article to other names', () => {
  expect(
    read(
      { '@type': 'WebPage', name: 'page' },
      { '@type': 'Product', name: 'thing' },
      { '@type': 'NewsArticle', headline: 'head' },
    ).title,
  ).toBe('head')
  expect(read({ '@type': ['Thing', 'Product'], name: 'thing' }).title).toBe('thing')
  expect(
    read({ '@type': 'Organization', name: 'firm' }, { '@type': 'WebPage', name: 'page' }).title,
  ).toBe('')
})

test('collects the names of several things without choosing a title', () => {
  const things = ['a', 'b'].map((name) => ({ '@type': 'Product', name }))
  expect(read(...things)).toMatchObject({ title: '', names: ['a', 'b'] })
  expect(read(...things, ...things.slice(1)).names).toEqual(['a', 'b'])
  expect(read(...things.slice(1), ...things.slice(1)).title).toBe('b')
})

test('reads arrays, graphs and main entities', () => {
  expect(
    read([
      { '@graph': [{ '@type': 'WebPage', mainEntity: { headline: 'a', description: ['', 'b'] } }] },
    ]),
  ).toMatchObject({
    title: 'a',
    description: 'b',
  })
})

test.each([
  ['a string', 'https://a.com/1'],
  ['strings', ['https://a.com/1', 'https://a.com/2']],
  ['an object', { '@type': 'ImageObject', url: 'https://a.com/1' }],
  ['objects', [{ contentUrl: 'https://a.com/1' }]],
  ['nested objects', [{ url: ['https://a.com/1'] }]],
])('reads an image given as %s', (_, image) => {
  expect(read({ headline: 'a', image }).image).toBe('https://a.com/1')
})

test('takes the site’s name from the publisher, or else from the site', () => {
  expect(
    read({ '@type': 'WebSite', name: 'site' }, { publisher: { name: 'publisher' } }).siteName,
  ).toBe('publisher')
  expect(
    read({ publisher: { '@id': '#gone' } }, { '@type': 'WebSite', name: 'site' }).siteName,
  ).toBe('site')
})

test('accepts raw line breaks and comment marks around the data', () => {
  expect(readJsonLd(['<!--\n//<![CDATA[\n{"headline": "a\nb"};\n//]]>\n-->']).title).toBe('a b')
})

test('accepts properties named like those of Object.prototype', () => {
  expect(
    readJsonLd(['{"__proto__": {"headline": "a"}, "constructor": 1, "@type": {"toString": 1}}']),
  ).toEqual(nothing)
})

test('limits the work on things that refer to each other many times', () => {
  const references = (id: string) => Array.from({ length: 1_000 }, () => ({ '@id': id }))
  let reads = 0
  const image = {
    '@id': 'c',
    get url() {
      reads++
      return ''
    },
  }
  const things = [
    { headline: 'a', image: { '@id': 'a' } },
    { '@id': 'a', url: references('b') },
    { '@id': 'b', url: references('c') },
    image,
  ]
  expect(describeThings(things)).toMatchObject({ title: 'a', image: '' })
  expect(reads).toBeGreaterThan(0)
  expect(reads).toBeLessThan(100_000)
})
