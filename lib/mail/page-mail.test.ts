import { afterAll, beforeEach, expect, test } from 'vitest'
import { getCommentVersion } from '@/lib/comments/moderation/comment-version'
import { moderateComments } from '@/lib/comments/moderation/moderate-comments'
import { addComment } from '@/lib/comments/writing/add-comment'
import { encrypt } from '@/lib/crypto/encrypt'
import { db } from '@/lib/db/client'
import { addActor } from '@/test/authorisation/actors'
import { blockOf } from '@/test/comments/screening'
import { addPage, addPost, addComment as addRow, addSite } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { startMailServer } from '@/test/servers/mail-server'
import { sendDueMails } from './send-due-mails'
import { queueStaffMail } from './staff-mail'
import { getAddressToVerify, verifyAddress } from './verify-address'

await ownDatabase()
const server = await startMailServer()
afterAll(server.stop)
Object.assign(process.env, {
  SMTP_URL: server.url,
  SITE_URL: 'https://comments.example.org',
  OWNER_EMAIL: 'owner@example.org',
  AUTH_SECRET: 'test secret of at least 32 characters',
})
const slug = 'garden.example/2024/roses'
const { id: siteId } = await addSite(['https://garden.example'], {
  name: 'Garden\r\nBcc: x@example.org',
})
const url = 'https://garden.example/2024/roses/'
const pageId = await addPage(siteId, slug, { title: 'Roses', url })
const page = '“Roses · Garden Bcc: x@example.org”'

beforeEach(async () => {
  server.forget()
  await db().outboxMail.deleteMany()
  await db().comment.deleteMany()
  await db().commentBlock.deleteMany()
})

const write = (fields: { author_email?: string; content?: string; parent_id?: number } = {}) =>
  addComment({ slug, content: 'Some words.', author_name: 'Ada', ...fields })

async function mailTo(address: string) {
  await sendDueMails()
  const found = server.mails.find(({ recipients }) => recipients[0] === address)
  return { subject: found?.mail.subject ?? '', text: found?.mail.text ?? '' }
}

test('a notice of a new comment names the site and links to the page itself', async () => {
  const { comment } = await write()
  const { subject, text } = await mailTo('owner@example.org')
  expect(subject).toBe(`New comment on ${page}`)
  expect(text).toContain(`There is a new comment on ${page}.`)
  expect(text).toContain(`\n${url}#comment-${comment.id}\n`)
  expect(text).toContain('https://comments.example.org/admin/comments?status=published')
  expect(server.mails[0]?.source).not.toMatch(/^bcc:/im)
})

test('a notice of a held comment names the site', async () => {
  await db().commentBlock.create({ data: blockOf('word', 'casino') })
  await write({ content: 'A casino.' })
  const { subject } = await mailTo('owner@example.org')
  expect(subject).toBe(`Comment awaiting moderation on ${page}`)
})

test('a summary names the site of each page, and no site for posts', async () => {
  const post = await addPost('hello', { title: 'Hello' })
  const ids = [await addRow(pageId), await addRow(post.id)]
  await db().outboxMail.create({ data: { kind: 'comment-summary', data: { count: 2, ids } } })
  const { subject, text } = await mailTo('owner@example.org')
  expect(subject).toBe('2 more comments on Afterword')
  expect(text).toContain(`On ${page}:`)
  expect(text).toContain('On “Hello”:')
})

test('readers confirm their address for the site, and replies link to the page', async () => {
  const { comment } = await write({ author_email: 'ada@reader.example' })
  const verification = await mailTo('ada@reader.example')
  expect(verification.subject).toBe('Confirm your address for Garden Bcc: x@example.org')
  expect(verification.text).toContain(`with a comment on ${page}.`)
  const link = /https:\/\/comments\.example\.org\/mail-links\/verify\?\S+/.exec(verification.text)
  const token = new URL(link?.[0] ?? '').searchParams.get('token') ?? ''
  expect((await getAddressToVerify(token)).comments).toMatchObject([{ slug, url, title: 'Roses' }])
  expect(await verifyAddress(token, [comment.id])).toMatchObject({ slugs: [slug] })
  server.forget()
  const { comment: reply } = await write({ content: 'An answer.', parent_id: comment.id })
  const { subject, text } = await mailTo('ada@reader.example')
  expect(subject).toBe(`New reply to your comment on ${page}`)
  expect(text).toContain(`\n${url}#comment-${reply.id}\n`)
  expect(text).toMatch(/Unsubscribe from Afterword:\nhttps:\/\/comments\.example\.org\/mail-links/)
})

test('the e-mail about a published comment links to the page', async () => {
  await db().commentBlock.create({ data: blockOf('word', 'casino') })
  const { comment } = await write({ content: 'A casino.', author_email: 'eve@reader.example' })
  await sendDueMails()
  server.forget()
  const actor = await addActor('moderator')
  await moderateComments(actor, [await getCommentVersion(actor, comment.id)], 'published')
  const { subject, text } = await mailTo('eve@reader.example')
  expect(subject).toBe(`Your comment on ${page} has been published`)
  expect(text).toContain(`\n${url}#comment-${comment.id}\n`)
})

test('a page without a title is named by its address', async () => {
  const untitled = await addPage(siteId, 'garden.example/untitled', { title: '' })
  const id = await addRow(untitled)
  await db().outboxMail.create({ data: { kind: 'comment-new', commentId: id } })
  const { subject } = await mailTo('owner@example.org')
  expect(subject).toContain('“garden.example/untitled · Garden')
})

test('e-mails contain no address or title of a page on a developer’s machine', async () => {
  const { id } = await addSite(['http://localhost:4321'], { name: 'Draft site' })
  const local = 'localhost:4321/visit-spam.example'
  await addPage(id, local, { title: 'Win a prize', url: `http://${local}` })
  await addComment({
    slug: local,
    content: 'Some words.',
    author_name: 'Ada',
    author_email: 'victim@reader.example',
  })
  const { subject, text } = await mailTo('victim@reader.example')
  expect(subject).toBe('Confirm your address for Draft site')
  expect(text).toContain('with a comment on “Draft site”.')
  expect(text).not.toMatch(/prize|spam/)
})

test('e-mails are in the language of the staff member, the site or the blog', async () => {
  const { staffId } = await addActor('owner')
  await db().staff.update({ where: { id: staffId }, data: { language: 'en-GB' } })
  await db().site.update({ where: { id: siteId }, data: { language: 'en-AU' } })
  await db().blogSettings.create({ data: { id: 1, language: 'en-IE' } })
  await write({ author_email: 'eva@reader.example' })
  for (const [address, language] of [
    ['max@example.org', null],
    ['mia@example.org', 'en-NZ'],
  ] as const)
    await queueStaffMail(db(), {
      kind: 'password-reset',
      to: encrypt('staff-address', address),
      url: 'https://comments.example.org/x',
      seconds: 60,
      language,
    })
  await sendDueMails()
  const languages = server.mails.map(({ recipients, mail }) => [
    recipients[0],
    /<html lang="([\w-]+)" dir="ltr">/.exec(mail.html ?? '')?.[1],
  ])
  expect(Object.fromEntries(languages)).toEqual({
    'owner@example.org': 'en-GB',
    'eva@reader.example': 'en-AU',
    'max@example.org': 'en-IE',
    'mia@example.org': 'en-NZ',
  })
})
