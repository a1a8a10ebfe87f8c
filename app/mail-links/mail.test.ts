import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { startMailServer } from '@/lib/testing/mail-server'
import { startServer, type TestServer } from '@/lib/testing/server'

const origin = 'https://blog.example.org'
const smtp = await startMailServer()
afterAll(smtp.stop)
const environment = { SMTP_URL: smtp.url, SITE_URL: origin, OWNER_EMAIL: 'olivia@owner.example', TRUSTED_PROXY_HOPS: '1' }
const server = await startServer(environment)
const database = new pg.Client({ connectionString: server.databaseUrl })
await database.connect()
afterAll(() => database.end())
await database.query(`INSERT INTO posts (slug, title, content, published_at) VALUES ('hello', 'Hello', 'Words.', '2025-10-01')`)

let clients = 0
const asNewClient = () => ({ 'x-forwarded-for': `10.1.${clients >> 8}.${clients++ & 255}` })
type Added = { id: number; edit_token: string }
const write = async (fields: Record<string, unknown>, headers: Record<string, string> = {}, on: TestServer = server): Promise<Added> => {
  const body = JSON.stringify({ slug: 'hello', content: `Some words ${clients}.`, author_name: 'Ada', ...fields })
  const { json, response } = await on.ask('/api/comments', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...asNewClient(), ...headers },
  })
  expect(response.status).toBe(201)
  return json as Added
}
const get = async (path: string, on = server) => (await fetch(on.url + path)).text()
/** What a browser sends that presses the page’s button. */
const press = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  server.ask(path, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { origin: server.url, 'sec-fetch-site': 'same-origin', ...asNewClient(), ...headers },
  })
const mailTo = (address: string, words = '') =>
  smtp.next(({ recipients, mail }) => recipients.includes(address) && `${mail.subject}${mail.text}`.includes(words))
const linkIn = (text: string | undefined, path: string) => new RegExp(`${origin}(${path}\\S*)`).exec(text ?? '')?.[1] ?? ''
const tokenOf = (link: string) => new URL(link, origin).searchParams.get('token') ?? ''
const runCron = async (name: string, on = server) =>
  (await on.ask(`/api/cron/${name}`, { method: 'POST', headers: { authorization: 'Bearer a secret of the tests' } })).json
const isVerified = async (id: number) =>
  (await database.query('SELECT verified_at FROM comments WHERE id = $1', [id])).rows[0].verified_at !== null
const mailsTo = (address: string) => smtp.mails.filter(({ recipients }) => recipients.includes(address)).length
/** All that was put into the outbox has left, or will not. */
const outboxIsDone = async () => {
  for (;;) {
    await runCron('send-mails')
    const { rows } = await database.query('SELECT 1 FROM outbox_mails WHERE sent_at IS NULL AND failure IS NULL')
    if (rows.length === 0) return
  }
}
/** An address that was confirmed, by its link; and the cookie of the browser in which it was. */
const confirm = async (address: string) => {
  const { id } = await write({ author_email: address })
  const link = linkIn((await mailTo(address)).mail.text, '/mail-links/verify')
  const { response } = await press('/api/verify-address', { token: tokenOf(link), [`comment-${id}`]: 'on' })
  return { id, link, response, cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '' }
}

test('a new comment is told to the owner when it is answered, and by no timer', async () => {
  const { id } = await write({ content: 'Just written.' })
  const { mail } = await mailTo('olivia@owner.example', 'Just written.')
  expect(mail.subject).toBe('New comment on “Hello”')
  expect(mail.text).toContain(`${origin}/posts/hello/comments/${id}`)
})

describe('an address that was typed with a comment', () => {
  test('is confirmed by the button of the mailed page, and not by opening it', async () => {
    const { id } = await write({ author_email: 'eve@reader.example', content: 'By Eve.' })
    const link = linkIn((await mailTo('eve@reader.example')).mail.text, '/mail-links/verify')
    const page = await get(link)
    expect(page).toContain('By Eve.')
    expect(page).toContain(`name="comment-${id}"`)
    expect(page).toContain('name="robots" content="noindex"')
    expect(page).not.toContain('reader.example')
    expect(await isVerified(id)).toBe(false)
    expect((await server.ask('/api/verify-address')).response.status).toBe(405)

    const { response } = await press('/api/verify-address', { token: tokenOf(link), [`comment-${id}`]: 'on' })
    expect(response.status).toBe(303)
    expect(response.headers.get('set-cookie')).toMatch(/^address-proof=[\w.-]+; Path=\/api\/comments; Max-Age=\d+; HttpOnly; SameSite=Lax$/)
    expect(await isVerified(id)).toBe(true)
    expect(await get(response.headers.get('location') ?? '')).toContain('Your address is confirmed')
    const again = await press('/api/verify-address', { token: tokenOf(link), [`comment-${id}`]: 'on' })
    expect(again.response.status).toBe(303)
    expect(await get(link)).toContain('Your address is confirmed')
  })

  test('marks the name on the page, and nothing in the API', async () => {
    const marks = async () => (await get('/posts/hello')).match(/<svg role="img" aria-label="verified"/g)?.length ?? 0
    const before = await marks()
    await confirm('mark@reader.example')
    expect(await marks()).toBe(before + 1)
    const { json } = await server.ask('/api/comments?slug=hello', { headers: asNewClient() })
    expect(JSON.stringify(json)).not.toMatch(/verified|reader\.example/)
  })

  test('is taken at once in the browser where it was confirmed, and in no other', async () => {
    const { cookie } = await confirm('fay@reader.example')
    const { id } = await write({ author_email: 'Fay@reader.example' }, { cookie })
    expect(await isVerified(id)).toBe(true)
    const other = await write({ author_email: 'fay@reader.example' })
    expect(await isVerified(other.id)).toBe(false)
    const another = await write({ author_email: 'gil@reader.example' }, { cookie })
    expect(await isVerified(another.id)).toBe(false)
    await outboxIsDone()
    expect(mailsTo('fay@reader.example')).toBe(1)
    expect(mailsTo('gil@reader.example')).toBe(1)
  })

  test('is not confirmed by a forged link, nor from another site', async () => {
    const { id } = await write({ author_email: 'hal@reader.example' })
    const token = tokenOf(linkIn((await mailTo('hal@reader.example')).mail.text, '/mail-links/verify'))
    const forged = await press('/api/verify-address', { token: `${token}x`, [`comment-${id}`]: 'on' })
    expect(forged.response.status).toBe(400)
    const foreign = await press(
      '/api/verify-address',
      { token, [`comment-${id}`]: 'on' },
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    )
    expect(foreign.response.status).toBe(403)
    expect(await isVerified(id)).toBe(false)
    expect(await get('/mail-links/verify?token=x')).toContain('This link cannot be used')
    expect(await get('/mail-links/verify')).toContain('This link cannot be used')
    expect(await get('/mail-links/unsubscribe?token=a&token=b')).toContain('This link cannot be used')
  })
})

describe('a reply', () => {
  test('is told to who confirmed his address, until he leaves by one click', async () => {
    const { id } = await confirm('ida@reader.example')
    await write({ parent_id: id, content: 'An answer to Ida.', author_name: 'Bob' })
    const { mail } = await mailTo('ida@reader.example', 'An answer to Ida.')
    const oneClick =
      /<https:\/\/blog\.example\.org(\S+)>/.exec(mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '')?.[1] ?? ''

    // Opened, it leads to a page, and nothing has changed.
    const opened = await server.ask(oneClick)
    expect(opened.response.status).toBe(303)
    expect(await get(opened.response.headers.get('location') ?? '')).toContain('Send me no more mail')
    await write({ parent_id: id, content: 'A second answer.' })
    await mailTo('ida@reader.example', 'A second answer.')

    // As a mail provider does it: no cookie, no page of ours it comes from.
    const left = await server.ask(oneClick, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) })
    expect(left.json).toEqual({ unsubscribed: true })
    expect(
      (await server.ask(oneClick, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) })).response.status,
    ).toBe(200)
    await write({ parent_id: id, content: 'A third answer.' })
    await outboxIsDone()
    // The verification and two answers.
    expect(mailsTo('ida@reader.example')).toBe(3)
  })

  test('can be told again, and left by the button of the page', async () => {
    const { id } = await confirm('jan@reader.example')
    const link = linkIn((await mailTo('jan@reader.example')).mail.text, '/mail-links/unsubscribe')
    const token = tokenOf(link)
    expect((await press('/api/unsubscribe', { token, intent: 'unsubscribe' })).response.status).toBe(303)
    const page = await get(link)
    expect(page).toContain('You get no more mail')
    expect(page).not.toContain('reader.example')
    await press('/api/unsubscribe', { token, intent: 'subscribe' })
    await write({ parent_id: id, content: 'An answer to Jan.' })
    await mailTo('jan@reader.example', 'An answer to Jan.')
    expect((await press('/api/unsubscribe', { token: `${token}x`, intent: 'unsubscribe' })).response.status).toBe(400)
  })
})

describe('the outbox', () => {
  const pretendTimeHasPassed = () =>
    database.query('UPDATE outbox_mails SET next_attempt_at = now(), lease_until = NULL WHERE sent_at IS NULL')
  const forgetOwnerMails = () => database.query(`DELETE FROM outbox_mails WHERE kind = 'comment-new'`)

  /** Tried, and to be tried again. */
  const mailsThatWait = async () => {
    const { rows } = await database.query(
      'SELECT 1 FROM outbox_mails WHERE attempts > 0 AND lease_until IS NULL AND sent_at IS NULL AND failure IS NULL',
    )
    return rows.length
  }

  test('survives that the mail server is away and the blog is killed', async () => {
    const victim = await startServer({ ...environment, DATABASE_URL: server.databaseUrl })
    await outboxIsDone()
    await forgetOwnerMails()
    await smtp.stop()
    await write({ content: 'Not to be lost.' }, {}, victim)
    victim.process.kill('SIGKILL')
    await smtp.start()
    await pretendTimeHasPassed()
    const heir = await startServer({ ...environment, DATABASE_URL: server.databaseUrl })
    await runCron('send-mails', heir)
    await mailTo('olivia@owner.example', 'Not to be lost.')
  })

  test('keeps no answer waiting while the mail server says nothing', async () => {
    await outboxIsDone()
    await forgetOwnerMails()
    smtp.behave('silent')
    const attempt = smtp.nextAttempt()
    const start = performance.now()
    await write({ content: 'Answered at once.' })
    expect(performance.now() - start).toBeLessThan(3_000)
    await attempt
    smtp.behave('taking')
    await expect.poll(mailsThatWait, { timeout: 20_000 }).toBe(1)
    await pretendTimeHasPassed()
    await outboxIsDone()
    await mailTo('olivia@owner.example', 'Answered at once.')
  })

  test('sends a mail once more where the mail server dies in the middle of it', async () => {
    await outboxIsDone()
    await forgetOwnerMails()
    smtp.behave('dying')
    const attempt = smtp.nextAttempt()
    await write({ content: 'Broken off.' })
    await attempt
    await expect.poll(mailsThatWait).toBe(1)
    smtp.behave('taking')
    await pretendTimeHasPassed()
    await outboxIsDone()
    expect(smtp.mails.filter(({ mail }) => mail.text?.includes('Broken off.'))).toHaveLength(1)
  })

  test('is shared by two processes, and each mail leaves once', async () => {
    const twin = await startServer({ ...environment, DATABASE_URL: server.databaseUrl })
    await outboxIsDone()
    smtp.forget()
    await database.query(`
      INSERT INTO outbox_mails (kind, comment_id)
      SELECT 'comment-new', (SELECT max(id) FROM comments WHERE status = 'published') FROM generate_series(1, 40)`)
    await Promise.all([server, twin, server, twin].map((process) => runCron('send-mails', process)))
    expect(smtp.mails).toHaveLength(40)
    expect(new Set(smtp.mails.map(({ mail }) => mail.messageId)).size).toBe(40)
  })
})

test('no address is in any line of the log, answer or page', async () => {
  smtp.behave({ refusesRecipient: 550 })
  await forgetAll()
  await write({ author_email: 'kim@reader.example' })
  await outboxIsDone()
  smtp.behave('taking')
  expect(server.output()).toMatch(/mail \d+ \(verify-address\): EENVELOPE RCPT TO 550, attempt 1, given up/)
  const pages = [await get('/posts/hello'), await get('/comments.xml'), await get('/'), await get('/api/comments?slug=hello')]
  for (const text of [server.output(), ...pages])
    expect(text).not.toMatch(/@reader\.example|@owner\.example|reader\.example|owner\.example/)
  const { rows } = await database.query('SELECT failure, data::text FROM outbox_mails')
  expect(JSON.stringify(rows)).not.toContain('example')
})

async function forgetAll() {
  await database.query('DELETE FROM outbox_mails')
}

test('without a mail server nothing is put into the outbox, and no page promises mail', async () => {
  expect(await get('/posts/hello')).toContain('confirm it to hear of replies')
  const silent = await startServer({ OWNER_EMAIL: 'olivia@owner.example', TRUSTED_PROXY_HOPS: '1', DATABASE_URL: server.databaseUrl })
  await forgetAll()
  await write({ author_email: 'lou@reader.example' }, {}, silent)
  expect((await database.query('SELECT 1 FROM outbox_mails')).rows).toEqual([])
  expect(await runCron('send-mails', silent)).toEqual({ sent: 0 })
  expect(await get('/posts/hello', silent)).not.toContain('confirm it to hear of replies')
})
