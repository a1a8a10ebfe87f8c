import { beforeAll, describe, expect, test } from 'vitest'
import { AdminBrowser, formOf } from '@/test/admin-browser'
import { asNewClient } from '@/test/new-client'
import { origin, startMailingBlog } from '@/test/servers/mailing-blog'

const {
  server,
  database,
  write,
  get,
  press,
  mailTo,
  linkIn,
  tokenOf,
  isVerified,
  mailsTo,
  outboxIsDone,
  confirm,
} = await startMailingBlog()

test('notifies the owner of a new comment after the response, without a timer', async () => {
  const { id } = await write({ content: 'Just written.' })
  const { mail } = await mailTo('olivia@owner.example', 'Just written.')
  expect(mail.subject).toBe('New comment on “Hello”')
  expect(mail.text).toContain(`${origin}/posts/hello/comments/${id}`)
})

describe('an address entered with a comment', () => {
  test('is verified by the button on the linked page, not by opening it', async () => {
    const { id } = await write({ author_email: 'eve@reader.example', content: 'By Eve.' })
    const link = linkIn((await mailTo('eve@reader.example')).mail.text, '/mail-links/verify')
    const page = await get(link)
    expect(page).toContain('By Eve.')
    expect(page).toContain(`name="comment-${id}"`)
    expect(page).toContain('name="robots" content="noindex"')
    expect(page).not.toContain('reader.example')
    expect(await isVerified(id)).toBe(false)
    expect((await server.request('/api/verify-address')).response.status).toBe(405)

    const { response } = await press('/api/verify-address', {
      token: tokenOf(link),
      [`comment-${id}`]: 'on',
    })
    expect(response.status).toBe(303)
    expect(response.headers.get('set-cookie')).toMatch(
      /^address-proof=[\w.-]+; Path=\/api\/comments; Max-Age=\d+; HttpOnly; SameSite=Lax$/,
    )
    expect(await isVerified(id)).toBe(true)
    expect(await get(response.headers.get('location') ?? '')).toContain('Your address is confirmed')
    const again = await press('/api/verify-address', {
      token: tokenOf(link),
      [`comment-${id}`]: 'on',
    })
    expect(again.response.status).toBe(303)
    expect(await get(link)).toContain('Your address is confirmed')
  })

  test('marks the name on the page and adds nothing to the API', async () => {
    const marks = async () =>
      (await get('/posts/hello')).match(/<svg role="img" aria-label="verified"/g)?.length ?? 0
    const before = await marks()
    await confirm('mark@reader.example')
    expect(await marks()).toBe(before + 1)
    const { json } = await server.request('/api/comments?slug=hello', { headers: asNewClient() })
    expect(JSON.stringify(json)).not.toMatch(/verified|reader\.example/)
  })

  test('is accepted immediately only in the browser where it was verified', async () => {
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

  test('is not verified by a forged link or a cross-site request', async () => {
    const { id } = await write({ author_email: 'hal@reader.example' })
    const token = tokenOf(
      linkIn((await mailTo('hal@reader.example')).mail.text, '/mail-links/verify'),
    )
    const forged = await press('/api/verify-address', {
      token: `${token}x`,
      [`comment-${id}`]: 'on',
    })
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
    expect(await get('/mail-links/unsubscribe?token=a&token=b')).toContain(
      'This link cannot be used',
    )
  })
})

describe('a held comment', () => {
  const links = 'https://a.example https://b.example https://c.example https://d.example'
  const statusOf = async (id: number) =>
    (await database.query('SELECT status FROM comments WHERE id = $1', [id])).rows[0].status
  const hold = async (content: string) => {
    const { id } = await write({ content: `${content} ${links}` })
    expect(await statusOf(id)).toBe('pending')
    const { text = '' } = (await mailTo('olivia@owner.example', content)).mail
    const path = '/mail-links/moderate'
    const linkTo = (verdict: string) =>
      new RegExp(`${origin}(${path}\\S*verdict=${verdict})`).exec(text)?.[1] ?? ''
    return { id, linkTo }
  }

  beforeAll(async () => {
    await database.query(
      `INSERT INTO staff (id, name, email, role)
        VALUES ('olivia', 'Olivia', 'o@sealed.invalid', 'owner')`,
    )
  })

  test('is approved by the button on the linked page, not by opening it', async () => {
    const { id, linkTo } = await hold('Please approve me.')
    const browser = new AdminBrowser(server.url)
    for (const verdict of ['published', 'spam', 'deleted']) {
      const { status, text } = await browser.open(linkTo(verdict))
      expect(status).toBe(200)
      expect(text).toContain('Please approve me.')
      expect(text).toContain('name="robots" content="noindex"')
      expect((await browser.request(linkTo(verdict), { method: 'HEAD' })).status).toBe(200)
    }
    expect((await browser.open(linkTo('deleted'))).text).toContain('Delete this comment?')
    expect(await statusOf(id)).toBe('pending')

    const verdict = { verdict: 'published' }
    const response = await browser.submit(linkTo('published'), 'Approve', verdict)
    expect(response.status).toBe(303)
    expect(await statusOf(id)).toBe('published')
    expect(await get('/posts/hello')).toContain('Please approve me.')
    const shown = await browser.open(browser.pathOf(response.headers.get('location') ?? ''))
    expect(shown.text).toContain('Comment approved')
    // The other links in the e-mail count as used too, and their pages show this.
    expect((await browser.open(linkTo('deleted'))).text).toMatch(/Olivia approved this comment/)
  })

  test('is not moderated by another site’s form or a forged link, or after an edit', async () => {
    const { id, linkTo } = await hold('Do not touch me.')
    const browser = new AdminBrowser(server.url)
    const { text } = await browser.open(linkTo('spam'))
    const body = () => formOf(text, 'Mark as spam', { verdict: 'spam' })
    const foreign = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }
    await browser.request(linkTo('spam'), { method: 'POST', body: body(), headers: foreign })
    expect(await statusOf(id)).toBe('pending')
    const own = { Origin: server.url, 'Sec-Fetch-Site': 'same-origin' }
    const forged = body()
    forged.set('token', `${String(forged.get('token'))}x`)
    await browser.request(linkTo('spam'), { method: 'POST', body: forged, headers: own })
    expect(await statusOf(id)).toBe('pending')
    await database.query(`UPDATE comments SET content = 'Changed.' WHERE id = $1`, [id])
    await browser.request(linkTo('spam'), { method: 'POST', body: body(), headers: own })
    expect(await statusOf(id)).toBe('pending')
    expect((await browser.open(linkTo('spam'))).text).toContain('The comment has changed')
    expect((await browser.open('/mail-links/moderate?token=x')).text).toContain(
      'This link cannot be used',
    )
  })
})

describe('a reply', () => {
  test('is mailed to the verified address until one-click unsubscription', async () => {
    const { id } = await confirm('ida@reader.example')
    await write({ parent_id: id, content: 'An answer to Ida.', author_name: 'Bob' })
    const { mail } = await mailTo('ida@reader.example', 'An answer to Ida.')
    const oneClick =
      /<https:\/\/blog\.example\.org(\S+)>/.exec(
        mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '',
      )?.[1] ?? ''

    // Opening the link shows a page and changes nothing.
    const opened = await server.request(oneClick)
    expect(opened.response.status).toBe(303)
    expect(await get(opened.response.headers.get('location') ?? '')).toContain('Unsubscribe?')
    await write({ parent_id: id, content: 'A second answer.' })
    await mailTo('ida@reader.example', 'A second answer.')

    // Mail providers send neither cookies nor a referrer.
    const left = await server.request(oneClick, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    })
    expect(left.json).toEqual({ unsubscribed: true })
    expect(
      (
        await server.request(oneClick, {
          method: 'POST',
          body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
        })
      ).response.status,
    ).toBe(200)
    await write({ parent_id: id, content: 'A third answer.' })
    await outboxIsDone()
    // The verification e-mail and two notifications.
    expect(mailsTo('ida@reader.example')).toBe(3)
  })

  test('can be resubscribed, and unsubscribed with the button of the page', async () => {
    const { id } = await confirm('jan@reader.example')
    const link = linkIn((await mailTo('jan@reader.example')).mail.text, '/mail-links/unsubscribe')
    const token = tokenOf(link)
    expect(
      (await press('/api/unsubscribe', { token, intent: 'unsubscribe' })).response.status,
    ).toBe(303)
    const page = await get(link)
    expect(page).toContain('You are unsubscribed')
    expect(page).not.toContain('reader.example')
    await press('/api/unsubscribe', { token, intent: 'subscribe' })
    await write({ parent_id: id, content: 'An answer to Jan.' })
    await mailTo('jan@reader.example', 'An answer to Jan.')
    expect(
      (await press('/api/unsubscribe', { token: `${token}x`, intent: 'unsubscribe' })).response
        .status,
    ).toBe(400)
  })
})
