import { describe, expect, test } from 'vitest'
import { limits } from '@/lib/rate-limit/rate-limit'
import { asNewClient } from '@/test/new-client'
import { isNightly } from '@/test/nightly'
import { startMailingBlog } from '@/test/servers/mailing-blog'
import { startServer } from '@/test/servers/server'

const { server, database, write, get, press, mailTo, linkIn, tokenOf, mailsTo, outboxIsDone } =
  await startMailingBlog()

/** Follows the post as JSON. The response is validated against `openapi.yaml`. */
const follow = async (
  fields: Record<string, unknown>,
  headers: Record<string, string> = asNewClient(),
  on = server,
) => {
  const { response, json } = await on.request('/api/comments/follows', {
    method: 'POST',
    body: JSON.stringify({ slug: 'hello', ...fields }),
    headers: { 'content-type': 'application/json', ...headers },
  })
  return [response.status, json]
}
const followers = async () =>
  Number((await database.query('SELECT count(*) FROM thread_follows')).rows[0].count)

test('a reader follows a post, confirms the address and stops following', async () => {
  const page = await get('/posts/hello')
  expect(page).toContain('action="/api/comments/follows"')
  const { response } = await press('/api/comments/follows', {
    slug: 'hello',
    author_email: 'ada@r.example',
  })
  expect([response.status, response.headers.get('location')]).toEqual([
    303,
    '/posts/hello#follow-sent',
  ])
  const link = linkIn((await mailTo('ada@r.example')).mail.text, '/mail-links/verify')
  const confirmation = await get(link)
  expect(confirmation).toContain('You will be notified of new comments on these pages')
  expect(confirmation).toContain('href="/posts/hello"')
  expect(confirmation).not.toContain('r.example')
  const confirmed = await press('/api/verify-address', { token: tokenOf(link) })
  const shown = await get(confirmed.response.headers.get('location') ?? '')
  expect(shown).toContain('Your address is confirmed')
  expect(shown).toContain('You will be notified of new comments on the pages you follow')

  await write({ content: 'The first news.' })
  const { text } = (await mailTo('ada@r.example', 'The first news.')).mail
  const stop = linkIn(text, '/mail-links/unsubscribe')
  expect(await get(stop)).toContain('You are notified of new comments on “Hello”.')
  const token = tokenOf(stop)
  const stopped = await press('/api/unsubscribe', { token, intent: 'unsubscribe' })
  expect(await get(stopped.response.headers.get('location') ?? '')).toContain('Follow again')
  expect(await followers()).toBe(0)
  await press('/api/unsubscribe', { token, intent: 'subscribe' })
  expect(await followers()).toBe(1)
})

test('a digest has a link for one-click unsubscription from all mail', async () => {
  await database.query(`UPDATE outbox_mails SET sent_at = now() - interval '1 hour'`)
  await write({ content: 'The second news.' })
  const { headers } = (await mailTo('ada@r.example', 'The second news.')).mail
  const header = headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? ''
  const [, oneClick = ''] = /<https:\/\/blog\.example\.org(\S+)>/.exec(header) ?? []
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  const { json } = await server.request(oneClick, { method: 'POST', body })
  expect(json).toEqual({ unsubscribed: true })
  await database.query(`UPDATE outbox_mails SET sent_at = now() - interval '1 hour'`)
  const before = mailsTo('ada@r.example')
  await write({ content: 'The third news.' })
  await outboxIsDone()
  expect(mailsTo('ada@r.example')).toBe(before)
})

describe('the response', () => {
  test('is the same for known, unknown and unsubscribed addresses, and for bots', async () => {
    const count = await followers()
    const responses = [
      await follow({ author_email: 'ada@r.example' }),
      await follow({ author_email: 'new@r.example' }),
      await follow({ author_email: 'new@r.example' }),
      await follow({ author_email: 'bot@r.example', website: 'https://spam.example' }),
    ]
    for (const response of responses) expect(response).toEqual([200, { accepted: true }])
    expect(await followers()).toBe(count + 1)
    await outboxIsDone()
    expect(mailsTo('new@r.example')).toBe(1)
    expect(mailsTo('bot@r.example')).toBe(0)
  })

  test('reports invalid input, unknown pages and requests from other sites', async () => {
    for (const author_email of ['nobody', 'a@b.example, c@d.example', 7, undefined])
      expect(await follow({ author_email })).toMatchObject([
        400,
        { errors: [{ field: 'author_email' }] },
      ])
    const author_email = 'eve@r.example'
    expect(await follow({ author_email, slug: 'nowhere' })).toMatchObject([404, {}])
    const foreign = { ...asNewClient(), origin: 'https://evil.example' }
    expect(await follow({ author_email }, foreign)).toMatchObject([403, { code: 'cross-site' }])
    const { response, text } = await press('/api/comments/follows', {
      slug: 'hello',
      author_email: 'x',
    })
    expect(response.status).toBe(400)
    expect(text).toContain('Enter a valid e-mail address')
    expect(text).toContain('<input id="author_email" name="author_email" value="x"')
    await outboxIsDone()
    expect(mailsTo(author_email)).toBe(0)
  })

  test('limits the requests from a network', async () => {
    const client = asNewClient()
    const statuses = []
    for (let count = 0; count <= limits.follows.quota; count++)
      statuses.push((await follow({ author_email: `${count}@r.example` }, client))[0])
    expect(statuses).toEqual([...Array.from({ length: limits.follows.quota }, () => 200), 429])
  })
})

test('the plain page of another site has the form, and the e-mail names the site', async () => {
  await database.query(`
    WITH site AS (
      INSERT INTO sites (name, origins) VALUES ('Garden', '{https://garden.example}') RETURNING id
    ), host AS (INSERT INTO site_hosts (host, site_id) SELECT 'garden.example', id FROM site)
    INSERT INTO threads (site_id, slug, title, url)
    SELECT id, 'garden.example/roses', 'Roses', 'https://garden.example/roses' FROM site`)
  const slug = 'garden.example/roses'
  const page = await get(`/threads/${slug}`)
  expect(page).toContain('action="/api/comments/follows"')
  const { response } = await press('/api/comments/follows', { slug, author_email: 'gil@r.example' })
  expect(response.headers.get('location')).toBe(`/threads/${slug}#follow-sent`)
  const { mail } = await mailTo('gil@r.example')
  expect(mail.subject).toBe('Confirm your address for Garden')
  expect(mail.text).toContain('“Roses · Garden”')
})

test('is not offered if comments are closed', async () => {
  await database.query(
    `INSERT INTO posts (slug, title, content, published_at, comments_closed)
     VALUES ('closed', 'Closed', 'Words.', '2025-10-01', true)`,
  )
  expect(await get('/posts/closed')).not.toContain('/api/comments/follows')
})

if (isNightly)
  test('is neither offered nor accepted without mail', { timeout: 150_000 }, async () => {
    const silent = await startServer({
      OWNER_EMAIL: 'olivia@owner.example',
      TRUSTED_PROXY_HOPS: '1',
      DATABASE_URL: server.databaseUrl,
    })
    expect(await get('/posts/hello', silent)).not.toContain('/api/comments/follows')
    expect(await follow({ author_email: 'lou@r.example' }, asNewClient(), silent)).toMatchObject([
      404,
      { code: 'not-found' },
    ])
  })
