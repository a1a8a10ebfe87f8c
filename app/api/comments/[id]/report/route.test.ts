import { describe, expect, test } from 'vitest'
import { limits } from '@/lib/rate-limit/rate-limit'
import { allowedOrigin, startCommentWriter } from '@/test/comments/comment-writer'
import { asNewClient } from '@/test/new-client'

const { server, database, add } = await startCommentWriter()
const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }

const report = (id: unknown, headers: Record<string, string> = {}, body = '{}') =>
  server.request(`/api/comments/${id}/report`, {
    method: 'POST',
    body,
    headers: { ...json, ...asNewClient(), ...headers },
  })
const reports = async (id: number) =>
  Number(
    (await database.query('SELECT count(*) FROM comment_reports WHERE comment_id = $1', [id]))
      .rows[0].count,
  )
const page = async (path: string) => (await fetch(`${server.url}${path}`)).text()

describe('200', () => {
  test('reports from three networks hide a comment and its replies everywhere', async () => {
    const { id } = await add({ content: 'Offensive words' })
    await add({ content: 'A reply beneath', parent_id: id })
    expect(await page('/posts/hello')).toContain('Offensive words')
    for (let count = 0; count < 3; count++) {
      const { response, json } = await report(id)
      expect([response.status, json]).toEqual([200, { reported: true }])
    }
    for (const path of [
      '/posts/hello',
      '/api/comments?slug=hello',
      '/comments.xml',
      '/posts/hello/comments.xml',
    ]) {
      const text = await page(path)
      expect(text, path).not.toContain('Offensive words')
      expect(text, path).not.toContain('A reply beneath')
    }
    // A held comment is not public and cannot be reported.
    expect((await report(id)).response.status).toBe(404)
  })

  test('counts one report per network and does not reveal it', async () => {
    const { id } = await add({ content: 'Once' })
    const client = asNewClient()
    const responses = []
    for (let count = 0; count < 4; count++) responses.push((await report(id, client)).text)
    expect(new Set(responses).size).toBe(1)
    expect(await reports(id)).toBe(1)
  })

  test('accepts reports from an allowed origin', async () => {
    const { id } = await add({ content: 'From a friend' })
    const { response } = await report(id, { origin: allowedOrigin, 'sec-fetch-site': 'cross-site' })
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([
      200,
      allowedOrigin,
    ])
  })
})

test('redirects a plain form to a thank-you page, whether counted or not', async () => {
  const { id } = await add({ content: 'By form' })
  const client = asNewClient()
  for (let count = 0; count < 2; count++) {
    const { response } = await report(id, { ...form, ...client }, '')
    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      `/comments/${id}/report?done=reported`,
    ])
  }
  expect(await page(`/comments/${id}/report?done=reported`)).toContain(
    'The comment has been reported.',
  )
})

test('the report link opens a page with one button, excluded from search', async () => {
  const { id } = await add({ content: 'Reported *words*' })
  expect(await page('/posts/hello')).toContain(`href="/comments/${id}/report"`)
  const html = await page(`/comments/${id}/report`)
  expect(html).toMatch(new RegExp(`<form [^>]*action="/api/comments/${id}/report" method="post"`))
  expect(html).toContain('<em>words</em>')
  expect(html).toContain('<meta name="robots" content="noindex"/>')
  expect((await fetch(`${server.url}/comments/2000000000/report`)).status).toBe(404)
})

describe('rejected reports are not counted', () => {
  test.each([
    ['an unknown id', '2000000000', 404],
    ['an id beyond 2^31', '2147483648', 404],
    ['zero', '0', 404],
    ['a negative id', '-1', 404],
    ['a fraction', '1.5', 404],
    ['words', 'first', 404],
    ['a leading zero', '01', 404],
    ['SQL', encodeURIComponent("1' OR '1'='1"), 404],
    ['__proto__', '__proto__', 404],
    ['1,000 digits', '1'.repeat(1_000), 404],
  ])('returns 404 for %s', async (_, id, status) => {
    const { response } = await report(id)
    expect(response.status).toBe(status)
  })

  test.each([
    ['5 MB', 413, json, JSON.stringify({ a: 'x'.repeat(5_000_000) })],
    ['plain text', 415, { 'content-type': 'text/plain' }, 'hello'],
    ['a truncated object', 400, json, '{'],
    ['an array', 400, json, '[]'],
    ['nothing', 400, json, ''],
    ['another origin', 403, { ...json, origin: 'https://evil.example' }, '{}'],
    ['another site', 403, { ...json, 'sec-fetch-site': 'cross-site' }, '{}'],
    [
      'a form on another site',
      403,
      { ...form, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      '',
    ],
    ['no origin at all', 403, { ...form, origin: 'null' }, ''],
  ])('%s returns %i', async (name, status, headers, body) => {
    const { id } = await add({ content: `Refused: ${name}` })
    const { response } = await report(id, headers, body)
    expect(response.status).toBe(status)
    expect(await reports(id)).toBe(0)
  })

  test.each(['pending', 'spam', 'deleted'])('a comment that is %s', async (status) => {
    const { id } = await add({ content: `It is ${status}` })
    await database.query('UPDATE comments SET status = $1::comment_status WHERE id = $2', [
      status,
      id,
    ])
    expect((await report(id)).response.status).toBe(404)
  })

  test('returns 405 for methods other than POST', async () => {
    const { id } = await add({ content: 'GET does nothing' })
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
      expect(
        (await server.request(`/api/comments/${id}/report`, { method, headers: asNewClient() }))
          .response.status,
      ).toBe(405)
    }
    expect(await reports(id)).toBe(0)
  })

  test('returns 429 above the limit, even with a forged forwarding header', async () => {
    const { id } = await add({ content: 'Many' })
    const client = asNewClient()['x-forwarded-for']
    const from = (index: number) => ({ 'x-forwarded-for': `198.51.100.${index}, ${client}` })
    for (let count = 0; count < limits.reports.quota; count++)
      expect((await report(id, from(count))).response.status).toBe(200)
    const { response } = await report(id, from(99))
    expect(response.status).toBe(429)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await reports(id)).toBe(1)
    const { response: asPage } = await report(id, { ...form, ...from(100) }, '')
    expect([asPage.status, asPage.headers.get('content-type')]).toEqual([
      429,
      'text/html; charset=utf-8',
    ])
  })
})
