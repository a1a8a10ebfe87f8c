import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '@/lib/db/client'
import { addActor } from '@/test/authorisation/actors'
import { addSession } from '@/test/authorisation/sessions'
import { ownDatabase } from '@/test/database/database'
import { isNightly } from '@/test/nightly'
import { startServer, type TestServer } from '@/test/servers/server'

process.env.AUTH_SECRET = 'a secret of the tests that is 32 long at least'
const DATABASE_URL = await ownDatabase()

let server: TestServer
let headers: Record<string, string>

beforeAll(async () => {
  server = await startServer({ DATABASE_URL })
  headers = {
    Cookie: `session=${(await addSession(await addActor('owner'))).cookie}`,
    'Content-Type': 'application/json',
  }
})

async function preview(body: string, more: Record<string, string> = {}) {
  const response = await fetch(`${server.url}/admin/markdown-preview`, {
    method: 'POST',
    headers: { ...headers, ...more },
    body,
  })
  return { status: response.status, body: await response.json(), response }
}

describe('200', () => {
  test('renders the post as its page does, with source lines, and is not cached', async () => {
    const { status, body, response } = await preview(
      JSON.stringify({ content: '## A *post*\n\nwords' }),
    )
    expect(status).toBe(200)
    expect(body.html).toMatch(
      /<h2(?=[^>]* data-line="1")(?=[^>]* id="a-post")[^>]*>A <em>post<\/em><\/h2>/,
    )
    expect(body.html).toContain('<p data-line="3">words</p>')
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  test('includes cards of known links and fetches none', async () => {
    const before = await db().linkPreview.count()
    const { body } = await preview(JSON.stringify({ content: 'https://unknown.example/' }))
    expect(body.html).toContain('<a href="https://unknown.example/">')
    expect(await db().linkPreview.count()).toBe(before)
  })

  if (isNightly)
    test('renders a post of one megabyte', async () => {
      const { status, body } = await preview(
        JSON.stringify({ content: 'Words of a long post.\n\n'.repeat(45_000) }),
      )
      expect(status).toBe(200)
      expect(body.html.length).toBeGreaterThan(1_000_000)
    })

  test('returns the source if it is nested too deeply', async () => {
    expect((await preview(JSON.stringify({ content: '>'.repeat(5_000) }))).body.html).toContain(
      '<pre class="whitespace-pre-wrap">',
    )
  })
})

test.each([
  [400, '{"content":1}', {}],
  [400, '{', {}],
  [403, '{"content":""}', { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }],
  [413, JSON.stringify({ content: 'x'.repeat(1_600_000) }), {}],
  [415, 'content', { 'Content-Type': 'text/plain' }],
])('returns %i for an invalid request', async (expected, body, more) => {
  expect((await preview(body, more)).status).toBe(expected)
})
