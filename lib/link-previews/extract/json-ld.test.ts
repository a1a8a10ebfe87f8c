import { expect, test } from 'vitest'
import { readJsonLd } from './json-ld'

const read = (...values: unknown[]) => readJsonLd(values.map((value) => JSON.stringify(value)))
const nothing = { names: [], title: '', description: '', image: '', siteName: '' }

test.each([
  ['nothing', ''],
  ['broken', '{"headline": "a"'],
  ['not about anything', '[1, null, "a", [], {}]'],
  ['too deep', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
  ['too deep inside', `${'{"@graph":['.repeat(5_000)}${']}'.repeat(5_000)}`],
])('structured data that is %s says nothing', (_, block) => {
  expect(readJsonLd([block])).toEqual(nothing)
})

test('the headline of an article comes before the name of anything else', () => {
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

test('of several things none gives the title, but each a name', () => {
  const things = ['a', 'b'].map((name) => ({ '@type': 'Product', name }))
  expect(read(...things)).toMatchObject({ title: '', names: ['a', 'b'] })
  expect(read(...things, ...things.slice(1)).names).toEqual(['a', 'b'])
  expect(read(...things.slice(1), ...things.slice(1)).title).toBe('b')
})

test('arrays, graphs and main entities are opened', () => {
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
  ['nested', [{ url: ['https://a.com/1'] }]],
])('an image may be %s', (_, image) => {
  expect(read({ headline: 'a', image }).image).toBe('https://a.com/1')
})

test('the publisher names the site, else the site itself', () => {
  expect(
    read({ '@type': 'WebSite', name: 'site' }, { publisher: { name: 'publisher' } }).siteName,
  ).toBe('publisher')
  expect(
    read({ publisher: { '@id': '#gone' } }, { '@type': 'WebSite', name: 'site' }).siteName,
  ).toBe('site')
})

test('raw line breaks and marks around the data do no harm', () => {
  expect(readJsonLd(['<!--\n//<![CDATA[\n{"headline": "a\nb"};\n//]]>\n-->']).title).toBe('a b')
})

test('properties named like those of objects do no harm', () => {
  expect(
    readJsonLd(['{"__proto__": {"headline": "a"}, "constructor": 1, "@type": {"toString": 1}}']),
  ).toEqual(nothing)
})
