import { load } from 'cheerio'
import { describe, expect, test } from 'vitest'
import { type Added, startCommentWriter, validComment } from '@/test/comments/comment-writer'
import { asNewClient } from '@/test/new-client'

const { server, database, post, postForm, add } = await startCommentWriter({
  SMTP_URL: 'smtp://127.0.0.1:1',
  SITE_URL: 'http://blog.example',
  MAIL_FROM: 'blog@blog.example',
})
// Uses the server's secret, which tests set.
process.env.AUTH_SECRET = 'test secret of at least 32 characters'
process.env.DATABASE_URL = server.databaseUrl
const { issueDataTicket, dataPath } = await import('@/lib/mail/data-ticket')

const submit = (
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
) =>
  fetch(server.url + path, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
    headers: { ...asNewClient(), ...headers },
  })
const get = (path: string) =>
  fetch(server.url + path, { redirect: 'manual', headers: asNewClient() })
const stored = async (id: number) =>
  (await database.query('SELECT status, content FROM comments WHERE id = $1', [id])).rows[0]
const mails = async () =>
  Number(
    (await database.query(`SELECT count(*) FROM outbox_mails WHERE kind = 'your-data'`)).rows[0]
      .count,
  )

async function ticketFor(fields: Record<string, string>, cookie = ''): Promise<string> {
  const response = await submit('/comments/yours', fields, { cookie })
  expect(response.status).toBe(303)
  return response.headers.get('location') ?? ''
}

test('fields are described by their hints', async () => {
  const $ = load(await (await get('/privacy/your-data')).text())
  const hints = $('main small').map((_, { attribs }) => attribs.id ?? '')
  expect(hints.length).toBe(2)
  for (const id of hints.get()) expect($(`[aria-describedby="${id}"]`).length).toBe(1)
})

test('without JavaScript, cookies give a browser access to its own comments only', async () => {
  const posted = await Promise.all(
    ['First', 'Second'].map((content) =>
      postForm({ ...validComment, content: `${content} by form` }),
    ),
  )
  const cookie = posted
    .map(({ response }) => response.headers.get('set-cookie')?.split(';')[0])
    .join('; ')
  await add({ content: 'Another reader’s' })
  const html = await (await get(await ticketFor({ kept: '' }, cookie))).text()
  expect(html).toContain('2 comments')
  expect(html).toContain('First by form')
  expect(html).toContain('Second by form')
  expect(html).not.toContain('Another reader')
  expect(html).toContain('<meta name="referrer" content="no-referrer"/>')
})

test('shows, exports and, after confirmation, erases the data', async () => {
  const { json } = await post({
    ...validComment,
    content: 'To be erased',
    author_email: 'erased@mail.example',
  })
  const { id, edit_token } = json as Added
  const path = await ticketFor({ tokens: `${id} ${edit_token}` })
  for (const one of [path, `${path}/download`, path]) {
    const response = await get(one)
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toContain('no-store')
  }
  const download = await get(`${path}/download`)
  expect(download.headers.get('content-disposition')).toBe('attachment; filename="your-data.json"')
  expect(await download.json()).toMatchObject({
    addresses: [],
    comments: [{ id, content: 'To be erased', status: 'published' }],
  })
  expect((await submit(`${path}/erase`, {})).status).toBe(400)
  expect(await stored(id)).toEqual({ status: 'published', content: 'To be erased' })
  expect(await (await get('/posts/hello')).text()).toContain('To be erased')

  const erased = await submit(`${path}/erase`, { sure: 'yes' })
  expect([erased.status, erased.headers.get('location')]).toEqual([
    303,
    '/privacy/your-data?done=erased',
  ])
  expect(await stored(id)).toEqual({ status: 'deleted', content: '' })
  for (const page of ['/posts/hello', '/comments.xml', '/api/comments?slug=hello']) {
    expect(await (await get(page)).text(), page).not.toContain('To be erased')
  }
  // An address with a pending verification leaves an irreversible hash for one day.
  expect((await database.query(`SELECT 1 FROM reader_addresses WHERE sealed <> ''`)).rowCount).toBe(
    0,
  )
  // Erases twice and opens the page again: nothing is left.
  expect((await submit(`${path}/erase`, { sure: 'yes' })).status).toBe(303)
  expect(await (await get(path)).text()).toContain('No data was found.')
})

test('shows the pages that an address follows', async () => {
  const { rows } = await database.query(`
    WITH follower AS (
      INSERT INTO reader_addresses (hash, sealed, verified_at) VALUES ('h', 's', now()) RETURNING id
    ) INSERT INTO thread_follows (address_id, thread_id)
      SELECT follower.id, threads.id FROM follower, threads WHERE slug = 'hello'
      RETURNING address_id AS id`)
  const path = dataPath(issueDataTicket({ addressIds: [rows[0].id], commentIds: [] }))
  const html = await (await get(path)).text()
  expect(html).toContain('Comments you follow by e-mail')
  expect(html).toContain('href="/posts/hello"')
  expect((await submit(`${path}/erase`, { sure: 'yes' })).status).toBe(303)
  expect((await database.query('SELECT 1 FROM thread_follows')).rowCount).toBe(0)
})

test('responds identically for every address and sends one e-mail an hour', async () => {
  await post({ ...validComment, content: 'Under an address', author_email: 'known@mail.example' })
  await database.query('UPDATE reader_addresses SET verified_at = now()')
  const before = await mails()
  const responses = []
  for (const author_email of ['known@mail.example', 'unknown@mail.example', 'KNOWN@mail.example']) {
    const response = await submit('/privacy/your-data/by-address', { author_email })
    responses.push([
      response.status,
      response.headers.get('location'),
      await response.text(),
      response.headers.get('set-cookie'),
    ])
  }
  expect(new Set(responses.map((one) => JSON.stringify(one))).size).toBe(1)
  expect(responses[0]?.[0]).toBe(303)
  expect(await mails()).toBe(before + 1)
})

describe('hostile requests', () => {
  test('reject forged, truncated, expired and foreign tickets', async () => {
    const { id, edit_token } = await add({ content: 'It stays' })
    const claim = { addressIds: [], commentIds: [id] }
    const [text = '', signature = ''] = issueDataTicket(claim).split('.')
    const others = Buffer.from(JSON.stringify([[], [id], Date.now() + 7_200_000])).toString(
      'base64url',
    )
    const tickets = [
      issueDataTicket(claim, new Date(Date.now() - 3_600_001)),
      `${others}.${signature}`,
      `${text}.${edit_token}`,
      text,
      `${text}.`,
      `${text}.${signature}x`,
      `x${text}.${signature}`,
      'null',
      '__proto__',
      '..%2f..%2fetc%2fpasswd',
      '%00',
      `${'a'.repeat(7_000)}.${signature}`,
    ]
    for (const ticket of tickets) {
      const path = dataPath(ticket)
      expect((await get(path)).status, path).toBe(404)
      expect((await get(`${path}/download`)).status, path).toBe(404)
      expect((await submit(`${path}/erase`, { sure: 'yes' })).status, path).toBe(404)
    }
    expect(await stored(id)).toEqual({ status: 'published', content: 'It stays' })
  })

  test('reject forged, foreign and malformed tokens', async () => {
    const mine = await add({ content: 'Mine' })
    const others = await add({ content: 'Somebody else’s' })
    const pairs = [
      `${others.id} ${mine.edit_token}`,
      `${others.id} ${'A'.repeat(43)}`,
      `${others.id}`,
      `-${others.id} ${others.edit_token.slice(0, 42)}`,
      `99999999999 ${others.edit_token}`,
      '1 '.repeat(20_000),
      "1' OR '1'='1",
    ]
    const path = await ticketFor(
      { tokens: pairs.join('\n') },
      `edit-${others.id}=${mine.edit_token}; edit-x=y; edit-${others.id}`,
    )
    expect(await (await get(path)).text()).toContain('No data was found.')
  })

  test('reject requests from other sites', async () => {
    const { id } = await add({ content: 'Not for others' })
    const path = dataPath(issueDataTicket({ addressIds: [], commentIds: [id] }))
    const before = await mails()
    for (const headers of [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'null' },
    ]) {
      expect((await submit(`${path}/erase`, { sure: 'yes' }, headers)).status).toBe(403)
      expect((await submit('/comments/yours', {}, headers)).status).toBe(403)
      expect(
        (
          await submit(
            '/privacy/your-data/by-address',
            { author_email: 'known@mail.example' },
            headers,
          )
        ).status,
      ).toBe(403)
    }
    expect(await mails()).toBe(before)
    expect(await stored(id)).toEqual({ status: 'published', content: 'Not for others' })
  })

  test.each([
    ['none', ''],
    ['no at sign', 'nobody'],
    ['two lines', 'a@b.example\nBcc: c@d.example'],
    ['two addresses', 'a@b.example,c@d.example'],
    ['10 kB', `${'a'.repeat(10_000)}@b.example`],
    ['markup', '<script>alert(1)</script>@b.example'],
    ['NUL', 'a\u0000@b.example'],
  ])('rejects an invalid address without sending mail: %s', async (_, author_email) => {
    const before = await mails()
    const response = await submit('/privacy/your-data/by-address', { author_email })
    expect(response.status).toBe(400)
    expect(await response.text()).not.toContain('<script>')
    expect(await mails()).toBe(before)
  })

  test('rejects a huge body and too many requests', async () => {
    expect((await submit('/comments/yours', { tokens: 'x'.repeat(5_000_000) })).status).toBe(413)
    const client = asNewClient()
    const statuses = []
    for (let count = 0; count < 11; count++) {
      statuses.push(
        (
          await submit(
            '/privacy/your-data/by-address',
            { author_email: `a${count}@mail.example` },
            client,
          )
        ).status,
      )
    }
    expect([...new Set(statuses)]).toEqual([303, 429])
  })

  test('GET changes nothing', async () => {
    const { id } = await add({ content: 'GET' })
    const path = dataPath(issueDataTicket({ addressIds: [], commentIds: [id] }))
    for (const one of [
      `${path}/erase?sure=yes`,
      '/comments/yours',
      '/privacy/your-data/by-address?author_email=known@mail.example',
    ]) {
      expect((await get(one)).status).toBe(405)
    }
    expect(await stored(id)).toEqual({ status: 'published', content: 'GET' })
  })
})

test('restricts the admin page for readers to the owner', async () => {
  const response = await get('/admin/readers')
  expect(await response.text()).not.toContain('E-mail address, or number of a comment')
})
