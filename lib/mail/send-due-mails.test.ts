import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { inviteStaff } from '@/lib/auth/invitations'
import { encryptStaffAddress } from '@/lib/auth/staff-address'
import { getCommentVersion } from '@/lib/comments/moderation/comment-version'
import { moderateComments } from '@/lib/comments/moderation/moderate-comments'
import { undoJudgements } from '@/lib/comments/moderation/undo-judgements'
import { addComment } from '@/lib/comments/writing/add-comment'
import { encrypt } from '@/lib/crypto/encrypt'
import { db } from '@/lib/db/client'
import { addActor } from '@/test/authorisation/actors'
import { addPost, addComment as addRow } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { isNightly } from '@/test/nightly'
import { startMailServer } from '@/test/servers/mail-server'
import { announceFlood, announceHeld } from './announce-comment'
import { leaseDueMail } from './due-mail'
import { quoteDigest, readModerationToken } from './mail-links'
import { encryptAddress } from './reader-address'
import { retryPause, sendDueMails } from './send-due-mails'
import { queueStaffMail } from './staff-mail'

await ownDatabase()
const server = await startMailServer()
afterAll(server.stop)
Object.assign(process.env, {
  SMTP_URL: server.url,
  SITE_URL: 'https://blog.example.org',
  OWNER_EMAIL: 'owner@example.org',
  AUTH_SECRET: 'test secret of at least 32 characters',
})
const post = await addPost('hello', { title: 'Hello\r\nBcc: evil@example.org' })

async function empty(): Promise<void> {
  server.forget()
  await db().outboxMail.deleteMany()
  await db().comment.deleteMany()
  await db().readerAddress.deleteMany()
}

beforeEach(async () => {
  server.behave('taking')
  await empty()
})

/**
 * Runs a scenario within one of the ten-minute periods for which comments are gathered in a
 * summary: from the start again if a period ended in the meantime.
 * @returns the end of the period, in milliseconds since 1970
 */
async function withinOnePeriod(scenario: () => Promise<void>): Promise<number> {
  const endOfPeriod = () => (Math.floor(Date.now() / 600_000) + 1) * 600_000
  const end = endOfPeriod()
  await scenario()
  if (endOfPeriod() === end) return end
  await empty()
  return withinOnePeriod(scenario)
}

const write = (
  fields: {
    author_name?: string
    content?: string
    author_email?: string
    parent_id?: number
  } = {},
  writer = {},
) => addComment({ slug: 'hello', content: 'Some words.', author_name: 'Ada', ...fields }, writer)
const mails = (kind: string) => db().outboxMail.findMany({ where: { kind } })
/** Makes the next attempt due. */
const makeDue = () =>
  db().outboxMail.updateMany({ data: { nextAttemptAt: new Date(0), leaseUntil: null } })
const addReader = (address: string, fields = {}) =>
  db().readerAddress.create({
    data: { ...encryptAddress(address), verifiedAt: new Date(), ...fields },
  })
/** Adds a comment whose author has confirmed their address. */
const addVerified = async (addressId: number) =>
  (
    await db().comment.create({
      data: {
        postId: post.id,
        status: 'published',
        authorName: 'Ada',
        content: 'w',
        addressId,
        verifiedAt: new Date(),
      },
    })
  ).id
const warnings = () => vi.spyOn(console, 'warn').mockImplementation(() => {})

describe('sent e-mails', () => {
  test('announce a flood once', async () => {
    await announceFlood(db(), 'today')
    await announceFlood(db(), 'today')
    await sendDueMails()
    expect(server.mails.map(({ mail }) => mail.subject)).toEqual([
      'Unusual number of comments on Afterword',
    ])
  })

  test('go to one address as plain text and HTML, marked as automatic', async () => {
    const { comment } = await write({ content: 'Some <b>words</b>.', author_name: 'Ada <x>' })
    expect(await sendDueMails()).toBe(1)
    const [{ mail, recipients, sender, source }] = server.mails as [(typeof server.mails)[0]]
    expect(recipients).toEqual(['owner@example.org'])
    expect(sender).toBe('owner@example.org')
    expect(mail.subject).toBe('New comment on “Hello Bcc: evil@example.org”')
    expect(mail.text).toContain('> Some <b>words</b>.')
    expect(mail.text).toContain(
      `https://blog.example.org/posts/hello/comments/${comment.id}#comment-${comment.id}`,
    )
    expect(mail.text).toContain('https://blog.example.org/admin/comments?status=published')
    expect(mail.html).toContain('Some &lt;b&gt;words&lt;/b&gt;.')
    expect(mail.html).not.toMatch(/<img|<script|<b>/)
    expect(source).not.toMatch(/^bcc:/im)
    const headers = Object.fromEntries(mail.headers.map(({ key, value }) => [key, value]))
    expect(headers).toMatchObject({
      'auto-submitted': 'auto-generated',
      'x-auto-response-suppress': 'All',
      'list-id': 'Afterword <comments.blog.example.org>',
      'in-reply-to': `<post-${post.id}@blog.example.org>`,
    })
    const [row] = await mails('comment-new')
    expect(mail.messageId).toBe(`<mail-${row?.id}.${row?.createdAt.getTime()}@blog.example.org>`)
  })

  test('link to verdicts by the staff member with the address, or else by the owner', async () => {
    const tokenIn = async (words: string) => {
      server.forget()
      await write({ content: words })
      await sendDueMails()
      const [, token] =
        /moderate\?token=([^&]+)&verdict=spam/.exec(server.mails[0]?.mail.text ?? '') ?? []
      return token
    }
    // Without an owner, the verdict would have no author.
    expect(await tokenIn('First.')).toBeUndefined()
    const { staffId } = await addActor('owner')
    expect(readModerationToken((await tokenIn('Second.')) ?? '')).toMatchObject({
      staffId,
      status: 'published',
      text: quoteDigest('Second.', null),
    })
    const moderator = await addActor('moderator')
    const { email } = encryptStaffAddress('Owner@example.org')
    await db().staff.update({ where: { id: moderator.staffId }, data: { email } })
    expect(readModerationToken((await tokenIn('Third.')) ?? '').staffId).toBe(moderator.staffId)
    await db().staff.deleteMany()
  })

  test('go to each configured address, with links that act for its owner', async () => {
    const { staffId: ownerId } = await addActor('owner')
    const { staffId } = await addActor('moderator')
    const { email } = encryptStaffAddress('Moderator@example.org')
    await db().staff.update({ where: { id: staffId }, data: { email } })
    const options = { notify: 'guest@example.org\nmoderator@example.org' }
    await db().blogSettings.create({ data: { options } })
    await write()
    expect(await sendDueMails()).toBe(1)
    const received = server.mails.map(({ recipients, mail }) => {
      const [, token = ''] = /moderate\?token=([^&]+)/.exec(mail.text ?? '') ?? []
      return [...recipients, readModerationToken(token).staffId]
    })
    expect(received).toEqual([
      ['guest@example.org', ownerId],
      ['moderator@example.org', staffId],
    ])
    await db().blogSettings.deleteMany()
    await db().staff.deleteMany()
  })

  test('contain no text by others in a verification', async () => {
    await write({
      content: 'BUY https://spam.example',
      author_name: 'Win a prize',
      author_email: 'victim@example.org',
    })
    await sendDueMails()
    const { source, mail } = await server.next(
      ({ recipients }) => recipients[0] === 'victim@example.org',
    )
    expect(`${source}${mail.text}${mail.html}`).not.toMatch(/BUY|spam\.example|Win a prize/)
    expect(mail.text).toMatch(/https:\/\/blog\.example\.org\/mail-links\/verify\?token=\S+/)
  })

  test('offer one-click unsubscription to readers', async () => {
    const ada = await addReader('ada@example.org')
    await write({ parent_id: await addVerified(ada.id), content: 'An answer.' })
    await sendDueMails()
    const { mail, recipients } = await server.next(
      ({ mail }) => mail.subject?.startsWith('New reply') === true,
    )
    expect(recipients).toEqual(['ada@example.org'])
    const headers = Object.fromEntries(mail.headers.map(({ key, value }) => [key, value]))
    expect(headers['list-unsubscribe']).toMatch(
      /^<https:\/\/blog\.example\.org\/api\/unsubscribe\?token=[\w.-]+>$/,
    )
    expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
    expect(mail.text).toContain('> An answer.')
  })

  test('exclude e-mails that became obsolete', async () => {
    const ada = await addReader('ada@example.org')
    const { comment } = await write({
      parent_id: await addVerified(ada.id),
      author_email: 'b@example.org',
    })
    await db().comment.update({ where: { id: comment.id }, data: { status: 'spam' } })
    const waits = await addRow(post.id, { status: 'pending' })
    await announceHeld(db(), waits)
    await db().comment.update({ where: { id: waits }, data: { status: 'published' } })
    expect(await sendDueMails()).toBe(0)
    expect(
      (await db().outboxMail.findMany()).every(({ failure }) => failure?.startsWith('not needed')),
    ).toBe(true)
    expect(server.mails).toEqual([])
  })

  test('inform the owner of held comments and the reasons', async () => {
    const held = await addRow(post.id, { status: 'pending', content: 'Held words.' })
    await db().comment.update({
      where: { id: held },
      data: { screening: [{ rule: 'links', verdict: 'pending', reason: 'It has 9 links.' }] },
    })
    await announceHeld(db(), held)
    await sendDueMails()
    const [received] = server.mails
    expect(received?.mail.subject).toMatch(/^Comment awaiting moderation/)
    expect(received?.mail.text).toContain('> It has 9 links.')
  })

  test('sum up the comments beyond ten in ten minutes, with their states', async () => {
    const endOfPeriod = await withinOnePeriod(async () => {
      for (let n = 0; n < 10; n++) await write({ content: `Single ${n}` })
      const { id: held } = await db().comment.create({
        data: { postId: post.id, status: 'pending', authorName: 'Hal', content: 'Held words.' },
      })
      await announceHeld(db(), held)
      await Promise.all(
        Array.from({ length: 4 }, (_, n) =>
          write({ content: `Further ${n}`, author_name: `Ada ${n}` }),
        ),
      )
      const { comment: gone } = await write({ content: 'Erased words.' })
      await db().comment.update({ where: { id: gone.id }, data: { status: 'spam' } })
    })
    expect(await mails('comment-summary')).toMatchObject([
      { nextAttemptAt: new Date(endOfPeriod + 60_000) },
    ])
    expect(await sendDueMails()).toBe(10)
    expect(await db().outboxMail.count({ where: { sentAt: null } })).toBe(1)
    server.forget()
    await makeDue()
    expect(await sendDueMails()).toBe(1)
    const [received] = server.mails
    expect(received?.recipients).toEqual(['owner@example.org'])
    expect(received?.mail.subject).toBe('6 more comments on Afterword')
    const text = received?.mail.text ?? ''
    expect(text).toContain('> Ada 3: Further 3')
    expect(text).toMatch(/pending:\s+> Hal: Held words\./)
    expect(text).not.toMatch(/Single|Erased/)
    expect(text).toContain('https://blog.example.org/admin/comments?status=pending')
  })

  test('notify the author of a published comment once, confirmed or not', async () => {
    const owner = await addActor('owner')
    await addReader('ada@example.org')
    const approve = async (id: number) =>
      moderateComments(owner, [await getCommentVersion(owner, id)], 'published')
    const known = await write({
      content: '[url=https://a.example]x[/url]',
      author_email: 'ada@example.org',
    })
    const unknown = await write({
      content: 'BUY [url=https://a.example]y[/url]',
      author_name: 'Win a prize',
      author_email: 'new@example.org',
    })
    expect([known.status, unknown.status]).toEqual(['pending', 'pending'])
    await sendDueMails()
    server.forget()
    // Undone before the e-mail is sent, and then published again.
    const [first] = await approve(known.comment.id)
    if (!first?.done) throw new Error('the comment was not moderated')
    await undoJudgements(owner, [first.judgementId])
    expect(await sendDueMails()).toBe(0)
    for (const { comment } of [known, unknown]) await approve(comment.id)
    expect(await sendDueMails()).toBe(2)
    for (const address of ['ada@example.org', 'new@example.org']) {
      const received = server.mails.find(({ recipients }) => recipients[0] === address)
      expect(received?.mail.subject).toMatch(/^Your comment on “Hello .*” has been published$/)
      expect(received?.mail.text?.includes('/mail-links/verify')).toBe(
        address === 'new@example.org',
      )
      expect(`${received?.source}${received?.mail.text}`).not.toMatch(/BUY|Win a prize|a\.example/)
    }
    // Held and published again: the comment was public before.
    await moderateComments(owner, [await getCommentVersion(owner, known.comment.id)], 'pending')
    await approve(known.comment.id)
    expect(await sendDueMails()).toBe(0)
  })

  test('exclude the publication e-mail for reported or directly published comments', async () => {
    const owner = await addActor('owner')
    const ada = await addReader('ada@example.org')
    await write({ author_email: 'ada@example.org' })
    const held = { postId: post.id, status: 'pending' as const, authorName: 'Ada', content: 'w' }
    const reported = await db().comment.create({
      data: {
        ...held,
        addressId: ada.id,
        screening: [{ rule: 'reports', verdict: 'pending', reason: 'r' }],
      },
    })
    const left = await addReader('left@example.org', { unsubscribedAt: new Date() })
    const unwanted = await db().comment.create({ data: { ...held, addressId: left.id } })
    await moderateComments(
      owner,
      [await getCommentVersion(owner, reported.id), await getCommentVersion(owner, unwanted.id)],
      'published',
    )
    expect(await mails('published')).toEqual([])
  })

  test('notify an unconfirmed address of one published comment an hour', async () => {
    const owner = await addActor('owner')
    const { id: addressId } = await addReader('new@example.org', { verifiedAt: null })
    const ids: number[] = []
    for (let n = 0; n < 3; n++)
      ids.push(
        (
          await db().comment.create({
            data: {
              postId: post.id,
              status: 'pending',
              authorName: 'Ada',
              content: 'w',
              addressId,
            },
          })
        ).id,
      )
    const [one = 0, ...others] = ids
    await moderateComments(
      owner,
      await Promise.all(others.map((id) => getCommentVersion(owner, id))),
      'published',
    )
    await moderateComments(owner, [await getCommentVersion(owner, one)], 'published')
    expect(await mails('published')).toMatchObject([{ commentId: others[0] }])
  })

  test('deliver an invitation to its encrypted address and delete its data', async () => {
    const url = await inviteStaff(await addActor('owner'), 'max@example.org')
    await queueStaffMail(db(), {
      kind: 'password-reset',
      to: encrypt('staff-address', 'max@example.org'),
      url,
      seconds: 60,
      language: null,
    })
    // The link in the table is encrypted.
    const token = url.split('/').at(-1) ?? url
    expect(JSON.stringify(await db().outboxMail.findMany())).not.toContain(token)
    expect(await sendDueMails()).toBe(2)
    expect(
      server.mails.every(
        ({ recipients, mail }) => recipients[0] === 'max@example.org' && mail.text?.includes(url),
      ),
    ).toBe(true)
    expect(await db().outboxMail.findMany({ select: { data: true } })).toEqual([
      { data: {} },
      { data: {} },
    ])
  })

  test('exclude a link that expired while the e-mail was queued', async () => {
    await queueStaffMail(db(), {
      kind: 'password-reset',
      to: encrypt('staff-address', 'max@example.org'),
      url: 'https://blog.example/x',
      seconds: -1,
      language: null,
    })
    expect(await sendDueMails()).toBe(0)
    expect(await db().outboxMail.findFirst()).toMatchObject({
      failure: 'not needed: its link has expired',
      data: {},
    })
    expect(server.mails).toEqual([])
  })
})

describe('when the server', () => {
  test('is unavailable, e-mails are retried with growing pauses', async () => {
    const warned = warnings()
    await server.stop()
    await write({ author_email: 'ada@example.org' })
    expect(await sendDueMails()).toBe(0)
    const tried = await db().outboxMail.findMany({ where: { attempts: 1 } })
    expect(tried).toHaveLength(1)
    expect(tried[0]?.nextAttemptAt.getTime()).toBeGreaterThan(Date.now() + 50_000)
    await server.start()
    await makeDue()
    expect(await sendDueMails()).toBe(2)
    expect(server.mails).toHaveLength(2)
    expect(String(warned.mock.calls)).not.toContain('@')
  })

  test('rejects temporarily, the e-mail is retried later', async () => {
    const warned = warnings()
    server.behave({ refusesRecipient: 450 })
    await write()
    expect(await sendDueMails()).toBe(0)
    server.behave('taking')
    await makeDue()
    expect(await sendDueMails()).toBe(1)
    expect(String(warned.mock.calls)).not.toContain('@')
  })

  test.each([
    [450, 'first', 0],
    [450, 'last', 0],
    [550, 'first', 1],
    [550, 'last', 1],
  ] as const)(
    'rejects one owner with %i, %s, the other gets one e-mail',
    async (code, place, sent) => {
      warnings()
      const only = 'guest@example.org'
      const other = 'owner@example.org'
      const owners = place === 'first' ? [only, other] : [other, only]
      await db().blogSettings.create({ data: { options: { notify: owners.join('\n') } } })
      server.behave({ refusesRecipient: code, only })
      await write()
      expect(await sendDueMails()).toBe(sent)
      server.behave('taking')
      await makeDue()
      expect(await sendDueMails()).toBe(1 - sent)
      const expected = sent ? [[other]] : [[other], [only]]
      expect(server.mails.map(({ recipients }) => recipients)).toEqual(expected)
      await db().blogSettings.deleteMany()
    },
  )

  test.each([{ refusesRecipient: 550 }, { refusesMessage: 554 }])(
    'rejects permanently, the e-mail fails immediately: %j',
    async (manner) => {
      const warned = warnings()
      server.behave(manner)
      await write()
      expect(await sendDueMails()).toBe(0)
      const [mail] = await mails('comment-new')
      expect(mail).toMatchObject({ attempts: 1, sentAt: null })
      expect(mail?.failure).toMatch(/55[04]/)
      expect(mail?.failure).not.toContain('@')
      expect(String(warned.mock.calls)).not.toContain('@')
    },
  )

  test('breaks off during a message, the e-mail is sent again with the same id', async () => {
    warnings()
    server.behave('dying')
    await write()
    expect(await sendDueMails()).toBe(0)
    server.behave('taking')
    await makeDue()
    expect(await sendDueMails()).toBe(1)
    expect(server.mails).toHaveLength(1)
  })

  if (isNightly)
    test('does not respond, the attempt ends within ten seconds and the run stops', async () => {
      warnings()
      server.behave('silent')
      await write()
      await write({ content: 'More words.' })
      const start = performance.now()
      expect(await sendDueMails()).toBe(0)
      expect(performance.now() - start).toBeLessThan(10_500)
      expect((await mails('comment-new')).map(({ attempts }) => attempts).sort()).toEqual([0, 1])
    })
})

test('leases an e-mail to one sender until the lease expires', async () => {
  await write()
  await write({ content: 'More words.' })
  const taken = await Promise.all([leaseDueMail(), leaseDueMail(), leaseDueMail()])
  expect(taken.filter((mail) => mail !== undefined)).toHaveLength(2)
  await db().outboxMail.updateMany({ data: { leaseUntil: new Date(Date.now() - 1) } })
  expect(await sendDueMails()).toBe(2)
})

test('gives up an e-mail with invalid data, and sends those behind it', async () => {
  await db().outboxMail.create({
    data: { kind: 'password-reset', data: { to: 7 }, nextAttemptAt: new Date(0) },
  })
  await write()
  expect(await sendDueMails()).toBe(1)
  expect(await db().outboxMail.findFirst({ where: { kind: 'password-reset' } })).toMatchObject({
    failure: expect.stringContaining('not needed: '),
  })
})

test('sends each e-mail once for concurrent runs', async () => {
  for (let n = 0; n < 5; n++) await write({ content: `Words ${n}` })
  await Promise.all(Array.from({ length: 5 }, () => sendDueMails()))
  expect(server.mails).toHaveLength(5)
})

test('increases pauses up to four hours and gives up after two days', () => {
  const created = new Date(0)
  const pauses: number[] = []
  let now = 0
  for (let attempts = 1; ; attempts++) {
    const pause = retryPause(attempts, created, new Date(now))
    if (pause === undefined) break
    pauses.push(pause / 60)
    now += pause * 1_000
  }
  expect(pauses.slice(0, 6)).toEqual([1, 5, 15, 60, 240, 240])
  expect(now).toBeLessThanOrEqual(2 * 86_400_000)
  expect(now).toBeGreaterThan(1.8 * 86_400_000)
})
