import { expect, test } from 'vitest'
import { listComments } from '@/lib/comments/reading/list-comments'
import { addComment as writeComment } from '@/lib/comments/writing/add-comment'
import { commentInput } from '@/lib/comments/writing/comment-input'
import { encrypt, keyedHashes } from '@/lib/crypto/encrypt'
import { db } from '@/lib/db/client'
import { typedAddress } from '@/lib/mail/mail-address'
import { addActor } from '@/test/authorisation/actors'
import { addComment, addPage, addPost, addSite } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'

// The first secret signs; data from before the rotation is found with the second one.
process.env.AUTH_SECRET = ['today', 'yesterday']
  .map((day) => `test secret of ${day} of at least 32 characters`)
  .join()
Object.assign(process.env, {
  SMTP_URL: 'smtp://mail.example',
  SITE_URL: 'https://blog.example',
  MAIL_FROM: 'blog@blog.example',
})
await ownDatabase()
const { claimComments } = await import('./find-reader')
const { eraseReader } = await import('./erase-reader-data')
const { eraseReaderData } = await import('./erase-reader-data')
const { findReader } = await import('./find-reader')
const { getReaderData } = await import('./get-reader-data')
const { requestDataMail } = await import('./request-data-mail')
const { deleteOldMails } = await import('@/lib/mail/delete-old-mails')

const post = await addPost('hello')
const owner = await addActor('owner')
const moderator = await addActor('moderator')

const write = (author_email: string | undefined, content = 'Some words.', parent_id?: number) =>
  writeComment(
    {
      slug: 'hello',
      content,
      author_name: 'Ada',
      ...(author_email && { author_email }),
      ...(parent_id && { parent_id }),
    },
    { network: '192.0.2.1' },
  )

async function claimOf(address: string) {
  const claim = await findReader(owner, address)
  if (!claim) throw new Error('nothing found')
  return claim
}

test('finds all comments of an address in any spelling, and no others', async () => {
  const first = await write('Reader.One@Mail.example', 'First')
  await write('other@mail.example', 'Not theirs')
  await write('reader.one@mail.example', 'Second')
  const data = await getReaderData(await claimOf('READER.ONE@mail.example'))
  expect(data.comments.map(({ content }) => content)).toEqual(['Second', 'First'])
  expect(data.addresses).toMatchObject([{ address: 'reader.one@mail.example', verified_at: null }])
  expect(data.comments[1]).toMatchObject({
    id: first.comment.id,
    author_name: 'Ada',
    status: 'published',
    network_known: true,
  })
  // The id of a comment finds the same data.
  expect((await getReaderData(await claimOf(String(first.comment.id)))).comments).toHaveLength(2)
})

test('finds an address by its host in Unicode or ASCII', async () => {
  await writeComment(
    commentInput.parse({
      slug: 'hello',
      content: 'Words',
      author_name: 'Ada',
      author_email: 'ada@bücher.example',
    }),
  )
  const claim = await claimOf('Ada@Bücher.example')
  expect((await getReaderData(claim)).addresses).toMatchObject([
    { address: 'ada@xn--bcher-kva.example' },
  ])
  expect(await claimOf('ada@xn--bcher-kva.example')).toEqual(claim)
  expect(typedAddress.parse(' ada@bücher.example')).toBe('ada@xn--bcher-kva.example')
  expect(await eraseReader(owner, claim)).toMatchObject({
    comments: 1,
    addresses: 1,
  })
})

test('finds and erases data from before AUTH_SECRET was rotated', async () => {
  const address = 'rotated@mail.example'
  const [, older = ''] = keyedHashes('reader-address', address)
  const { id } = await db().readerAddress.create({
    data: { hash: older, encryptedAddress: encrypt('reader-address', address) },
  })
  const old = await addComment(post.id, { content: 'Before' })
  await db().comment.update({ where: { id: old }, data: { addressId: id } })
  await write(address, 'After')
  expect(
    (await getReaderData(await claimOf(address))).comments.map(({ content }) => content).sort(),
  ).toEqual(['After', 'Before'])
  expect(await eraseReader(owner, await claimOf(address))).toMatchObject({ comments: 2 })
  expect(await findReader(owner, address)).toBeUndefined()
})

test('erases all rows of the reader and keeps replies beneath a tombstone', async () => {
  const secret = 'Something very private'
  const top = await write('gone@mail.example', secret)
  const reply = await write('stays@mail.example', 'A reply', top.comment.id)
  await db().commentEdit.create({
    data: { commentId: top.comment.id, content: `${secret}, before` },
  })
  await db().commentReport.create({ data: { commentId: top.comment.id, networkHash: 'x' } })
  await db().commentJudgement.create({
    data: { commentId: top.comment.id, fromStatus: 'pending', toStatus: 'published' },
  })
  await db().post.update({ where: { id: post.id }, data: { pinnedCommentId: top.comment.id } })
  const claim = await claimOf('gone@mail.example')
  await db().outboxMail.create({
    data: {
      kind: 'verify-address',
      addressId: claim.addressIds[0] ?? 0,
      commentId: top.comment.id,
    },
  })

  const erased = await eraseReader(owner, claim)
  expect(erased).toEqual({ comments: 1, addresses: 1, postSlugs: ['hello'] })

  const row = await db().comment.findUniqueOrThrow({
    where: { id: top.comment.id },
    include: { edits: true, reports: true, judgements: true, mails: true },
  })
  expect(row).toMatchObject({
    status: 'deleted',
    content: '',
    authorName: '',
    addressId: null,
    networkHash: null,
    screening: [],
    textHash: '',
    edits: [],
    reports: [],
    judgements: [],
    mails: [],
  })
  const { comments } = await listComments('hello')
  const tombstone = comments.find(({ id }) => id === top.comment.id)
  expect(tombstone).toMatchObject({
    content: '',
    author_name: '',
    replies: [{ id: reply.comment.id, content: 'A reply' }],
  })
  // A repeated call finds nothing, and the author of the reply keeps their data.
  expect(await eraseReaderData(claim)).toEqual({ comments: 0, addresses: 0, postSlugs: [] })
  expect((await getReaderData(await claimOf('stays@mail.example'))).comments).toHaveLength(1)
})

test('shows and erases comments on pages of other sites, including a pinned one', async () => {
  const slug = 'garden.example/roses'
  const { id: siteId } = await addSite(['https://garden.example'])
  const url = 'https://garden.example/roses/'
  const pageId = await addPage(siteId, slug, { title: 'Roses', url })
  const id = await addComment(pageId)
  await db().thread.update({ where: { id: pageId }, data: { pinnedCommentId: id } })
  const claim = { addressIds: [], commentIds: [id] }
  expect((await getReaderData(claim)).comments).toMatchObject([
    { id, post: { slug, title: 'Roses', url } },
  ])
  expect(await eraseReaderData(claim)).toMatchObject({ comments: 1, postSlugs: [slug] })
  expect(await db().thread.findUniqueOrThrow({ where: { id: pageId } })).toMatchObject({
    pinnedCommentId: null,
  })
})

test('erases comments that a moderator deleted and can still restore', async () => {
  const { comment } = await write('removed@mail.example', 'Taken down')
  await db().comment.update({ where: { id: comment.id }, data: { status: 'deleted' } })
  const claim = await claimOf('removed@mail.example')
  expect((await getReaderData(claim)).comments).toMatchObject([
    { content: 'Taken down', status: 'deleted' },
  ])
  await eraseReaderData(claim)
  expect((await db().comment.findUniqueOrThrow({ where: { id: comment.id } })).content).toBe('')
})

test('shows spam as pending', async () => {
  const { comment } = await write('spammer@mail.example')
  await db().comment.update({
    where: { id: comment.id },
    data: { status: 'spam', screening: [{ rule: 'links', verdict: 'spam', reason: 'x' }] },
  })
  const data = await getReaderData(await claimOf('spammer@mail.example'))
  expect(data.comments).toMatchObject([{ status: 'pending' }])
  expect(JSON.stringify(data)).not.toMatch(/spam"|links/)
})

test('finds only the comment of the token and ignores forged tokens', async () => {
  const one = await write(undefined)
  const two = await write('with@mail.example')
  const shown = (id: number, token: string) => ({ id, token })
  expect(
    await claimComments([
      shown(one.comment.id, one.editToken),
      shown(two.comment.id, two.editToken),
    ]),
  ).toEqual([one.comment.id, two.comment.id])
  expect(
    await claimComments([
      shown(one.comment.id, two.editToken),
      shown(two.comment.id, 'x'.repeat(43)),
      shown(2_000_000_000, one.editToken),
    ]),
  ).toEqual([])
  // The address is deleted with its last comment, though the token does not contain it.
  await eraseReaderData({ addressIds: [], commentIds: [two.comment.id] })
  expect(await findReader(owner, 'with@mail.example')).toBeUndefined()
})

test('sends at most one verification an hour after repeated writing and erasing', async () => {
  const [hash] = keyedHashes('reader-address', 'victim@mail.example')
  const row = () => db().readerAddress.findUniqueOrThrow({ where: { hash } })
  const askedAt = new Set<number>()
  for (let time = 0; time < 3; time++) {
    const { comment } = await write('victim@mail.example', `Words ${time}`)
    askedAt.add((await row()).verificationSentAt?.getTime() ?? 0)
    await eraseReaderData({ addressIds: [], commentIds: [comment.id] })
    // Until the scheduled cleanup, only an unreadable row is left.
    expect(await row()).toMatchObject({ encryptedAddress: '', verifiedAt: null })
  }
  expect(askedAt.size).toBe(1)
  expect(await findReader(owner, 'victim@mail.example')).toBeUndefined()
  const dayAgo = new Date(Date.now() - 25 * 3_600_000)
  await db().readerAddress.update({
    where: { hash },
    data: { createdAt: dayAgo, verificationSentAt: dayAgo },
  })
  await deleteOldMails()
  expect(await db().readerAddress.count({ where: { hash } })).toBe(0)
})

test('lets only the owner find or erase the data of others', async () => {
  const { comment } = await write('kept@mail.example')
  for (const actor of [undefined, moderator]) {
    const code = actor ? 'forbidden' : 'unauthorized'
    await expect(findReader(actor, 'kept@mail.example')).rejects.toMatchObject({ code })
    const claim = { addressIds: [], commentIds: [comment.id] }
    await expect(eraseReader(actor, claim)).rejects.toMatchObject({ code })
  }
  expect((await db().comment.findUniqueOrThrow({ where: { id: comment.id } })).content).toBe(
    'Some words.',
  )
})

test('sends a link to a known address at most once an hour', async () => {
  const now = new Date('2026-05-01T10:10:00Z')
  const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
  const mails = () => db().outboxMail.count({ where: { kind: 'your-data' } })
  await write('asks@mail.example')
  await db().readerAddress.updateMany({ data: { verifiedAt: later(-600) } })
  await requestDataMail('nobody@mail.example', now)
  expect(await mails()).toBe(0)
  await Promise.all(Array.from({ length: 10 }, () => requestDataMail('Asks@mail.example', now)))
  expect(await mails()).toBe(1)
  const mail = await db().outboxMail.findFirstOrThrow({
    where: { kind: 'your-data' },
    include: { address: true },
  })
  expect(mail.data).toEqual({ addressIds: [mail.addressId] })
  // A new clock hour has begun, but a full hour has not passed.
  await requestDataMail('asks@mail.example', later(55))
  expect(await mails()).toBe(1)
  await requestDataMail('asks@mail.example', later(61))
  expect(await mails()).toBe(2)
})

test('sends only the verification to an unconfirmed address, at most once an hour', async () => {
  const now = new Date('2026-06-01T10:10:00Z')
  const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
  const { comment } = await write('asked@mail.example')
  const { addressIds } = await claimOf('asked@mail.example')
  await db().outboxMail.deleteMany()
  const address = { where: { id: { in: addressIds } } }
  const sent = async () =>
    (await db().outboxMail.findMany({ orderBy: { id: 'asc' } })).map(({ kind, commentId }) => [
      kind,
      commentId,
    ])
  await db().readerAddress.updateMany({ ...address, data: { verificationSentAt: later(-40) } })
  await requestDataMail('asked@mail.example', now)
  expect(await sent()).toEqual([])
  await Promise.all(
    Array.from({ length: 10 }, () => requestDataMail('asked@mail.example', later(21))),
  )
  await requestDataMail('asked@mail.example', later(70))
  expect(await sent()).toEqual([['verify-address', comment.id]])
  // An unsubscribed address is not sent a verification.
  await db().readerAddress.updateMany({ ...address, data: { unsubscribedAt: now } })
  await requestDataMail('asked@mail.example', later(200))
  expect(await sent()).toHaveLength(1)
})

test('sends a requested link to an unsubscribed confirmed address at most once a day', async () => {
  const now = new Date('2026-07-01T10:10:00Z')
  const hours = (count: number) => new Date(now.getTime() + count * 3_600_000)
  await write('left@mail.example')
  const { addressIds } = await claimOf('left@mail.example')
  await db().readerAddress.updateMany({
    where: { id: { in: addressIds } },
    data: { verifiedAt: now, unsubscribedAt: now },
  })
  const count = () =>
    db().outboxMail.count({ where: { kind: 'your-data', addressId: { in: addressIds } } })
  for (const [at, mails] of [
    [0, 1],
    [2, 1],
    [23, 1],
    [25, 2],
  ] as const) {
    await requestDataMail('left@mail.example', hours(at))
    expect(await count()).toBe(mails)
  }
})
