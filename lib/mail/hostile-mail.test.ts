import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { commentInput } from '@/lib/comments/writing/comment-input'
import { db } from '@/lib/db/client'
import { addPost } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { startMailServer } from '@/test/servers/mail-server'
import { announceHeld } from './announce-comment'
import { withAsciiHost } from './mail-address'
import { oneLine, plainText } from './mail-body'
import { encryptAddress } from './reader-address'
import { sendDueMails } from './send-due-mails'

await ownDatabase()
const server = await startMailServer()
afterAll(server.stop)
Object.assign(process.env, {
  SMTP_URL: server.url,
  SITE_URL: 'https://blog.example.org',
  OWNER_EMAIL: 'owner@example.org',
  AUTH_SECRET: 'test secret of at least 32 characters',
})

beforeEach(async () => {
  server.forget()
  await db().post.deleteMany()
  await db().outboxMail.deleteMany()
})

const accepted = (author_email: unknown) =>
  commentInput.safeParse({ slug: 's', content: 'w', author_name: 'n', author_email })

describe('an address', () => {
  test.each([
    ['ada@example.org', 'ada@example.org'],
    [' ada@example.org ', 'ada@example.org'],
    ['ada+blog@example.org', 'ada+blog@example.org'],
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
    ['ada@例え.テスト', 'ada@xn--r8jz45g.xn--zckzah'],
    ['', undefined],
  ])('is accepted: %j', (given, kept) => {
    expect(accepted(given).data?.author_email).toBe(kept)
  })

  test.each([
    ['two addresses', 'a@example.org,b@example.org'],
    ['two addresses without a comma', 'a@example.org b@example.org'],
    ['a line ending and a header', 'a@example.org\r\nBcc: b@example.org'],
    ['a line feed', 'a@example.org\nb@example.org'],
    ['a name and an address', 'Ada <a@example.org>'],
    ['a quoted local part', '"a b"@example.org'],
    ['a quoted local part with an address in it', '"a@b.org,"@example.org'],
    ['a comment', 'a(b)@example.org'],
    ['an address literal', 'a@[127.0.0.1]'],
    ['a route', '@a.org:b@example.org'],
    ['a percent route', 'a%b.org@'],
    ['a host with a port', 'a@example.org:25'],
    ['a host that a URL parser changes', 'a@example.org/b'],
    ['a control character', 'a\u0000@example.org'],
    ['a lone surrogate', 'a\ud800@example.org'],
    ['10 kB', `${'a'.repeat(10_240)}@example.org`],
    ['10 kB of host', `a@${'a.'.repeat(5_120)}org`],
    ['10 kB of “@”', '@'.repeat(10_240)],
    ['an array', ['a@example.org', 'b@example.org']],
    ['an object', { address: 'a@example.org' }],
  ])('is rejected: %s', (_, given) => {
    expect(accepted(given).success).toBe(false)
  })

  test('is returned unchanged if it is invalid, at any length', () => {
    for (const text of ['', '@', 'a', 'a@', '@example.org', `a@${'ü'.repeat(100_000)}`])
      expect(withAsciiHost(text)).toBe(text)
  })
})

/** Strings that would cause harm if they were not treated as plain text. */
const hostile = [
  'x\r\nBcc: evil@example.org\r\n\r\nNew body',
  'x\nSubject: evil',
  'x\u2028To: evil@example.org',
  'x\u0007\u001b[31m',
  '\u202eevil\u2066',
  '=?utf-8?Q?x=0D=0ABcc:_evil@example.org?=',
  '</blockquote><script>alert(1)</script><img src=x onerror=alert(1)>',
  '<a href="https://evil.example">Confirm</a>',
  '"><style>*{display:none}</style>',
  '.\r\n.\r\nMAIL FROM:<evil@example.org>',
  '--boundary\r\nContent-Type: text/html\r\n\r\n<b>evil</b>',
  'evil@example.org, other@example.org',
]

test.each(hostile)(
  'adds no header, recipient or markup as name, text or title: %j',
  async (words) => {
    const { id: postId } = await addPost('hello', { title: words })
    const screening = [{ rule: 'r', verdict: 'pending', reason: words }]
    const { id } = await db().comment.create({
      data: { postId, status: 'pending', authorName: words, content: words, screening },
    })
    await announceHeld(db(), id)
    expect(await sendDueMails()).toBe(1)
    const [received] = server.mails
    expect(received?.recipients).toEqual(['owner@example.org'])
    expect(received?.sender).toBe('owner@example.org')
    const mail = received?.mail
    // Each header occurs once, and no others.
    expect(mail?.headers.map(({ key }) => key).sort()).toEqual(expectedHeaders)
    expect(mail?.to).toEqual([{ name: '', address: 'owner@example.org' }])
    // Invisible control characters are removed, and every line of user text is quoted.
    expect(`${mail?.subject}${mail?.text}`.replaceAll('\n', '')).not.toMatch(
      /\p{Cc}|[\u2028\u202e\u2066]/u,
    )
    const own = mail?.text?.split('\n').filter((line) => !line.startsWith('> '))
    expect(own?.filter((line) => /^(?:bcc|subject|to|new body|mail from)/i.test(line))).toEqual([])
    expect(mail?.html).not.toMatch(/<(?:script|img|style|b)\b|href="https:\/\/evil/)
  },
)

const expectedHeaders = [
  'auto-submitted',
  'content-type',
  'date',
  'from',
  'in-reply-to',
  'list-id',
  'message-id',
  'mime-version',
  'references',
  'subject',
  'to',
  'x-auto-response-suppress',
]

test('sends no mail to an invalid stored address', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { id: postId } = await addPost('hello')
  for (const [n, address] of [
    'a@example.org, b@example.org',
    'a@example.org\r\nRCPT TO:<b@example.org>',
    '"a"@example.org',
    'nobody',
  ].entries()) {
    const { id: addressId } = await db().readerAddress.create({ data: encryptAddress(address) })
    const { id: commentId } = await db().comment.create({
      data: { postId, status: 'published', authorName: 'A', content: 'w', addressId },
    })
    await db().outboxMail.create({
      data: { kind: 'verify-address', addressId, commentId, dedupeKey: String(n) },
    })
  }
  expect(await sendDueMails()).toBe(0)
  expect(server.mails).toEqual([])
  expect(await db().outboxMail.count({ where: { failure: 'not needed: invalid address' } })).toBe(4)
})

test('limits a line to one line and a maximum length', () => {
  expect(oneLine(' a\r\n\tb\u2028c ')).toBe('a bc')
  expect([...oneLine('😀'.repeat(200))]).toHaveLength(100)
  expect(plainText('a\r\nb\rc\u200bd')).toBe('a\nb\ncd')
})
