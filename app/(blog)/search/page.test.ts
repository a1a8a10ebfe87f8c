import { beforeAll, expect, test } from 'vitest'
import { startServerWithDatabase } from '@/test/servers/server-with-database'

const { server, database } = await startServerWithDatabase()

beforeAll(() =>
  database.query(`INSERT INTO posts (slug, title, content, published_at)
    SELECT 'post-' || n, 'On subject ' || n, 'A commonword of <img src=x onerror=alert(1)>.',
    '2025-10-01' FROM generate_series(1, 45) AS n`),
)

async function read(parameters: Record<string, string> | string) {
  const query =
    typeof parameters === 'string' ? parameters : new URLSearchParams(parameters).toString()
  const response = await fetch(`${server.url}/search?${query}`)
  // React separates adjacent text nodes with comments.
  const html = (await response.text()).replaceAll('<!-- -->', '')
  return { response, html, hits: html.split('href="/posts/').length - 1 }
}

test('the HTML has the marked hits and a link to more', async () => {
  const { response, html, hits } = await read({ q: 'commonword' })
  expect(response.status).toBe(200)
  expect(hits).toBe(20)
  expect(html).toContain('45 posts found.')
  expect(html).toContain('<mark>commonword</mark>')
  expect(html).toContain('href="/search?q=commonword&amp;page=2"')
  expect((await read({ q: 'commonword', page: '3' })).hits).toBe(5)
})

test('the empty search page is indexable, results are not, and Back uses the cache', async () => {
  expect((await read('')).html).not.toContain('noindex')
  const { response, html } = await read({ q: 'commonword' })
  expect(html).toContain('<meta name="robots" content="noindex"/>')
  expect(response.headers.get('cache-control')).toBe('private, no-cache')
})

test.each([
  ['a page beyond the last', { q: 'commonword', page: '9' }, 'Page 9 has no results.'],
  ['a page that is not a number', { q: 'commonword', page: '-1' }, '45 posts found.'],
  ['only punctuation', { q: '!!! "" ???' }, 'Enter a word to search for.'],
  ['an unknown word', { q: 'xylophonequartz' }, 'No results for “xylophonequartz”'],
  ['a mistyped word', { q: 'comonword' }, '45 posts with “commonword”'],
  ['10 kB', { q: 'word '.repeat(2_000) }, 'A search can have at most 200 characters.'],
  ['a NUL', { q: 'common\0word' }, 'No results for “common word”'],
  ['SQL', { q: "'; DROP TABLE posts; --" }, 'No results for'],
  ['two queries', 'q=commonword&q=other', '45 posts found.'],
  ['half a surrogate pair', 'q=%ED%A0%80', 'Enter a word to search for.'],
])('%s shows a clear message', async (_, parameters, message) => {
  const { response, html } = await read(parameters)
  expect(response.status).toBe(200)
  expect(html).toContain(message)
})

test('escapes the query', async () => {
  const { html } = await read({ q: '"><script>alert(1)</script>' })
  expect(html).not.toContain('<script>alert(1)')
  expect(html).not.toContain('<img src=x')
})
