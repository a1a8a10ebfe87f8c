import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Added, startCommentWriter, validComment } from '@/test/comments/comment-writer'
import { asNewClient } from '@/test/new-client'
import { startServer } from '@/test/servers/server'

const { server, database, post, postForm, own, count } = await startCommentWriter()

describe('422', () => {
  test('rejects a key that was used with another body', async () => {
    const key = { 'idempotency-key': randomUUID(), ...asNewClient() }
    const first = await post(validComment, key)
    expect(first.response.status).toBe(201)
    expect(await post({ ...validComment, content: 'Else' }, key)).toMatchObject({
      json: { code: 'idempotency-key-reused', status: 422 },
    })
    expect((await post(validComment, key)).json).toEqual(first.json)
  })

  test('fifty networks with one key get the same comment, and one of them the token', async () => {
    const before = await count()
    const key = { 'idempotency-key': randomUUID() }
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => post({ ...validComment, content: 'Fifty' }, key)),
    )
    const comments = responses.map(({ response, json }) => {
      const { edit_token, ...comment } = json as Added
      return `${response.status} ${JSON.stringify(comment)}`
    })
    expect([...new Set(comments)]).toEqual([expect.stringMatching(/^201 /)])
    expect(responses.filter(({ json }) => 'edit_token' in (json as object))).toHaveLength(1)
    expect(await count()).toBe(before + 1)
  })

  test('a key remains valid after an edit, a closed post and a restart', async () => {
    const key = { 'idempotency-key': randomUUID(), ...asNewClient() }
    const { json } = await post({ ...validComment, slug: 'other', content: 'Lasting' }, key)
    const { id, edit_token } = json as Added
    await own(id, 'PATCH', edit_token, { content: 'Lasting longer' })
    await database.query(`UPDATE posts SET comments_closed = true WHERE slug = 'other'`)
    const later = await startServer({ DATABASE_URL: server.databaseUrl, TRUSTED_PROXY_HOPS: '1' })
    const again = await later.request('/api/comments', {
      method: 'POST',
      body: JSON.stringify({ ...validComment, slug: 'other', content: 'Lasting' }),
      headers: { 'content-type': 'application/json', ...key },
    })
    expect(again.json).toEqual(json)
    await database.query(`UPDATE posts SET comments_closed = false WHERE slug = 'other'`)
  })

  test('a key expires after one day', async () => {
    const old = randomUUID()
    const young = randomUUID()
    for (const key of [old, young])
      await post({ ...validComment, content: `Under ${key}` }, { 'idempotency-key': key })
    await database.query(
      `UPDATE comment_submissions SET created_at = now() - interval '24 hours 1 minute'
        WHERE key = $1`,
      [`key:${old}`],
    )
    const { json } = await server.request('/api/cron/delete-old-submissions', {
      method: 'POST',
      headers: { authorization: 'Bearer test cron secret' },
    })
    expect(json).toEqual({ deleted: 1 })
    const { rows } = await database.query(
      'SELECT key FROM comment_submissions WHERE key = ANY($1)',
      [[`key:${old}`, `key:${young}`]],
    )
    expect(rows).toEqual([{ key: `key:${young}` }])
    expect((await server.request('/api/cron/delete-old-submissions')).response.status).toBe(401)
  })

  test.each(['', ' ', '1', 'x'.repeat(15), 'x'.repeat(201), 'é'.repeat(16)])(
    'returns 400 for the key %j',
    async (key) => {
      const encoded = Buffer.from(key, 'utf8').toString('latin1')
      expect((await post(validComment, { 'idempotency-key': encoded })).response.status).toBe(400)
    },
  )
})

describe('the edit token of a repeated request', () => {
  const tokenOf = ({ json }: { json: unknown }) => (json as Partial<Added>).edit_token
  const cookieOf = ({ response }: { response: Response }) => response.headers.get('set-cookie')
  const makeOlder = (by: string) =>
    database.query(`UPDATE comment_submissions SET created_at = created_at - $1::interval`, [by])

  test('is returned to the first network only', async () => {
    const home = asNewClient()
    const phone = asNewClient()
    const key = { 'idempotency-key': randomUUID() }
    const input = { ...validComment, content: 'Sent at home' }
    const first = await post(input, { ...key, ...home })
    await makeOlder('23 hours')
    const second = await post(input, { ...key, ...phone })
    expect(tokenOf(first)).toMatch(/^[\w-]{43}$/)
    const { edit_token, ...comment } = first.json as Added
    expect([second.response.status, second.json]).toEqual([201, comment])
    expect((await post(input, { ...key, ...home })).json).toEqual(first.json)
  })

  test('is not in the cookie for a form copied a minute later on the same network', async () => {
    const client = asNewClient()
    const comment = { ...validComment, content: 'Public words' }
    const first = await postForm(comment, client)
    expect(cookieOf(first)).toContain('edit-')
    expect(cookieOf(await postForm(comment, client))).toBe(cookieOf(first))
    await makeOlder('61 seconds')
    const copied = await postForm(comment, client)
    expect([copied.response.status, cookieOf(copied)]).toEqual([303, null])
    expect(copied.response.headers.get('location')).toBe(first.response.headers.get('location'))
  })

  test('is missing for a held comment too, whose page shows its state', async () => {
    const client = asNewClient()
    const comment = { ...validComment, content: 'Held words', website: 'x' }
    await postForm(comment, client)
    await makeOlder('61 seconds')
    const { response } = await postForm(comment, client)
    const page = await fetch(new URL(response.headers.get('location') ?? '', server.url))
    const html = await page.text()
    expect([page.status, cookieOf({ response })]).toEqual([200, null])
    expect(html).toContain('Comment awaiting moderation')
    expect(html).not.toContain('Held words')
  })
})

describe('429', () => {
  test('rejects the 121st comment in an hour from one /48, across its networks', async () => {
    const statuses = new Map<number, number>()
    for (let n = 0; n < 122; n++) {
      const { response } = await post(
        { ...validComment, content: `From network ${n}` },
        { 'x-forwarded-for': `2001:db8:7:${n.toString(16)}::1` },
      )
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
    }
    expect(Object.fromEntries(statuses)).toEqual({ 201: 120, 429: 2 })
    expect((await post(validComment, { 'x-forwarded-for': '2001:db8:8::1' })).response.status).toBe(
      201,
    )
  })

  test('rejects the sixth comment in a minute; invalid ones do not count', async () => {
    const client = asNewClient()
    const statuses: number[] = []
    for (let i = 0; i < 4; i++)
      statuses.push((await post({ ...validComment, content: '' }, client)).response.status)
    for (let i = 0; i < 6; i++)
      statuses.push(
        (await post({ ...validComment, content: `Number ${i}` }, client)).response.status,
      )
    expect(statuses).toEqual([400, 400, 400, 400, 201, 201, 201, 201, 201, 429])
    expect(
      (await server.request('/api/comments?slug=hello', { headers: client })).response.status,
    ).toBe(200)
  })
})
