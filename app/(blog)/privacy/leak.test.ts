import { Buffer } from 'node:buffer'
import { expect, test } from 'vitest'
import { limits } from '@/lib/rate-limit/rate-limit'
import { startCommentWriter, validComment } from '@/test/comments/comment-writer'
import { startServer } from '@/test/servers/server'

/** An address on which nothing listens. */
const mail = {
  SMTP_URL: 'smtp://127.0.0.1:1',
  SITE_URL: 'http://blog.example',
  MAIL_FROM: 'blog@blog.example',
}
const { server, database, post, postForm, own } = await startCommentWriter(mail)

const address = 'Leak.Probe+tag@mail-probe.example'
/** An IPv4 and an IPv6 network that occur nowhere else in the test. */
const networks = ['203.0.113.177', '2001:db8:77aa:bb77:1:2:3:4']
const from = (index: number) => ({ 'x-forwarded-for': networks[index] ?? '' })

/**
 * The value as entered and in other notations: lower case, truncated, folded, hexadecimal, Base64
 * and URL-encoded.
 */
const traces = [address, 'leak.probe', 'mail-probe', ...networks, '2001:db8:77aa:bb77']
  .flatMap((text) => [text, text.toLowerCase()])
  .flatMap((text) => [
    text,
    encodeURIComponent(text),
    Buffer.from(text).toString('hex'),
    Buffer.from(text).toString('base64'),
    Buffer.from(text).toString('base64url'),
  ])
  .map((trace) => trace.replace(/=+$/, '').toLowerCase())

function expectNoTrace(where: string, text: string): void {
  const found = traces.filter((trace) => text.toLowerCase().includes(trace))
  expect(found, where).toEqual([])
}

async function send(path: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(server.url + path, {
    redirect: 'manual',
    ...init,
    headers: { ...from(0), ...init.headers },
  })
  expectNoTrace(
    `${init.method ?? 'GET'} ${path} ${response.status}`,
    `${JSON.stringify([...response.headers])}${await response.text()}`,
  )
  return response
}

async function dump(): Promise<string> {
  const { rows: tables } = await database.query(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`,
  )
  const contents = []
  for (const { name } of tables) {
    const { rows } = await database.query(`SELECT t::text AS row FROM "${name}" AS t`)
    contents.push(...rows.map(({ row }) => `${name}: ${row}`))
  }
  return contents.join('\n')
}

const written = { ...validComment, author_email: address }
const json = { 'content-type': 'application/json' }

test('an author’s address and network appear in no response, table or log', async () => {
  // Successful requests.
  const byJson = await post({ ...written, content: 'By JSON' }, from(0))
  const byForm = await postForm({ ...written, content: 'By a form' }, from(1))
  const { id, edit_token } = byJson.json as { id: number; edit_token: string }
  const cookie = byForm.response.headers.get('set-cookie')?.split(';')[0] ?? ''
  const ownPath = byForm.response.headers.get('location') ?? ''
  for (const { text, response } of [byJson, byForm])
    expectNoTrace('a new comment', `${JSON.stringify([...response.headers])}${text}`)
  expect([byJson.response.status, byForm.response.status]).toEqual([201, 303])
  expectNoTrace(
    'an edit',
    (await own(id, 'PATCH', edit_token, { content: 'By JSON, changed' })).text,
  )
  await send(`/api/comments/${id}/report`, { method: 'POST', body: '{}', headers: json })
  const followed = JSON.stringify({ slug: 'hello', author_email: address })
  await send('/api/comments/follows', { method: 'POST', body: followed, headers: json })
  await send('/api/likes', { method: 'POST', body: '{"slug":"hello"}', headers: json })
  const emailForm = new URLSearchParams({ author_email: address })
  expect(
    (await send('/privacy/your-data/by-address', { method: 'POST', body: emailForm })).headers.get(
      'location',
    ),
  ).toBe('/privacy/your-data?done=sent')
  const tokens = new URLSearchParams({ tokens: `${id} ${edit_token}` })
  const ticket =
    (
      await send('/comments/yours', { method: 'POST', body: tokens, headers: { cookie } })
    ).headers.get('location') ?? ''

  const pages = [
    '/',
    '/posts/hello',
    '/comments.xml',
    '/posts/hello/comments.xml',
    '/privacy',
    '/privacy/your-data',
    '/docs/errors',
    ticket,
  ]
  const more = [
    `${ticket}/download`,
    `/posts/hello/comments/${id}`,
    `/posts/hello/comments/${id}/reply`,
    `/comments/${id}/report`,
  ]
  for (const path of [...pages, ...more, '/api/comments?slug=hello', '/api/health']) {
    expect((await send(path)).status, path).toBe(200)
  }
  expect((await send(ownPath, { headers: { cookie } })).status).toBe(200)

  // Rejected requests, one for every reason.
  const refusals: [number, string, RequestInit][] = [
    [400, '/api/comments', { body: JSON.stringify({ ...written, content: '' }), headers: json }],
    [400, '/api/comments', { body: `{"author_email":"${address}`, headers: json }],
    [
      403,
      '/api/comments',
      { body: JSON.stringify(written), headers: { ...json, origin: 'https://evil.example' } },
    ],
    [403, '/api/comments', { body: JSON.stringify({ ...written, slug: 'closed' }), headers: json }],
    [404, '/api/comments', { body: JSON.stringify({ ...written, slug: 'nobody' }), headers: json }],
    [
      413,
      '/api/comments',
      { body: JSON.stringify({ ...written, content: 'x'.repeat(100_000) }), headers: json },
    ],
    [
      415,
      '/api/comments',
      { body: JSON.stringify(written), headers: { 'content-type': 'text/plain' } },
    ],
    [404, '/api/comments/2000000000/report', { body: '{}', headers: json }],
  ]
  for (const [status, path, init] of refusals)
    expect((await send(path, { method: 'POST', ...init })).status).toBe(status)
  const oftener = Array.from({ length: limits.newComments.quota + 1 }, () =>
    send('/api/comments', {
      method: 'POST',
      body: JSON.stringify({ ...written, content: 'Again' }),
      headers: json,
    }),
  )
  expect((await Promise.all(oftener)).map(({ status }) => status)).toContain(429)

  // Failures: a failing statement that contains the address, and an unavailable database.
  await database.query('ALTER TABLE comments RENAME COLUMN text_hash TO mislaid')
  const broken = {
    method: 'POST',
    body: JSON.stringify({ ...written, content: 'Broken' }),
    headers: { ...json, ...from(1) },
  }
  expect((await send('/api/comments', broken)).status).toBe(500)
  await database.query('ALTER TABLE comments RENAME COLUMN mislaid TO text_hash')
  await database.query('ALTER TABLE reader_addresses RENAME TO mislaid')
  expect((await send('/api/comments', broken)).status).toBe(500)
  // An invalid plain form is returned with its input to its sender, which is not a leak.
  const byAddress = {
    method: 'POST',
    body: JSON.stringify({ author_email: address }),
    headers: { ...json, ...from(1) },
  }
  expect((await send('/privacy/your-data/by-address', byAddress)).status).toBe(500)
  await database.query('ALTER TABLE mislaid RENAME TO reader_addresses')
  // Checks that the errors were logged; otherwise the log would prove nothing.
  expect(server.output()).toContain(String.raw`relation \"reader_addresses\" does not exist`)
  expectNoTrace('the log', server.output())
  const tables = await dump()
  expect(tables).toContain('By a form')
  expect(tables).toContain('reader_addresses: (')
  expectNoTrace('the tables', tables)
})

test('an author’s address and network do not leak while the database is unavailable', async () => {
  const withoutDatabase = await startServer({
    DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none',
    TRUSTED_PROXY_HOPS: '1',
    ...mail,
  })
  const write = { method: 'POST', body: JSON.stringify(written), headers: { ...json, ...from(0) } }
  for (const path of ['/api/comments', '/api/comments/1/report', '/privacy/your-data/by-address']) {
    const response = await fetch(withoutDatabase.url + path, { ...write, redirect: 'manual' })
    expect(response.status, path).toBe(503)
    expectNoTrace(path, await response.text())
  }
  expect(withoutDatabase.output()).toContain('database unavailable')
  expectNoTrace('the log', withoutDatabase.output())
})
