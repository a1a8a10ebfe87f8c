import { expect, test } from 'vitest'
import { exportCommentsAs } from '@/lib/comments/export/export-comments'
import { closeComments } from '@/lib/comments/moderation/close-comments'
import { decrypt } from '@/lib/crypto/encrypt'
import { db } from '@/lib/db/client'
import { isKeyOfSite, siteOfSlug } from '@/lib/threads/find-site'
import { listDeliveries } from '@/lib/webhooks/list-deliveries'
import { addActor } from '@/test/authorisation/actors'
import { addComment, addPost } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { databaseDigest } from '@/test/database/database-digest'
import { addThreadManually, deleteLocalThreads, deleteThread, mergeAddress } from './change-threads'
import { deleteSite } from './delete-threads'
import {
  countLocalThreads,
  countSite,
  findMerge,
  listSiteThreads,
  threadsPerAdminPage,
} from './site-threads'
import {
  getSite,
  listSites,
  removeSiteKey,
  rotateSiteKey,
  rotateWebhookSecret,
  saveSite,
} from './sites'

await ownDatabase()
const owner = await addActor('owner')
const moderator = await addActor('moderator')

const input = (host: string, fields = {}) => ({
  name: host,
  origins: [`https://${host}`],
  language: 'en',
  webhookUrl: '',
  newPagesPerDay: 5,
  ...fields,
})
let sites = 0
async function addSite(fields = {}): Promise<{ id: number; host: string }> {
  const host = `site${++sites}.example`
  return { id: await saveSite(owner, input(host, fields)), host }
}
async function addThread(siteId: number, slug: string, fields = {}): Promise<number> {
  const { id } = await db().thread.create({ data: { siteId, slug, title: slug, ...fields } })
  return id
}
const hostsOf = async (siteId: number) =>
  (await db().siteHost.findMany({ where: { siteId }, orderBy: { host: 'asc' } })).map(
    ({ host }) => host,
  )

test('keeps the hosts of a site in step with its origins', async () => {
  const { id, host } = await addSite()
  expect(await hostsOf(id)).toEqual([host])
  const origins = [`https://www.${host}`, `http://www.${host}`, 'http://localhost:4321']
  await saveSite(owner, input(host, { origins, name: 'Renamed' }), id)
  expect(await hostsOf(id)).toEqual(['localhost:4321', `www.${host}`])
  expect(await getSite(owner, id)).toMatchObject({ name: 'Renamed', origins, keyHash: null })
  expect((await siteOfSlug(`www.${host}/page`)).id).toBe(id)
  await expect(siteOfSlug(`${host}/page`)).rejects.toMatchObject({ code: 'site-unknown' })
})

test('refuses a host of another site and changes nothing', async () => {
  const one = await addSite()
  const two = await addSite()
  const origins = [`https://${two.host}`, `https://${one.host}`]
  const before = await databaseDigest()
  for (const save of [
    () => saveSite(owner, input('new.example', { origins })),
    () => saveSite(owner, input(two.host, { origins }), two.id),
  ])
    await expect(save()).rejects.toMatchObject({
      errors: [{ field: 'origins', message: expect.stringContaining(one.host) }],
    })
  expect(await databaseDigest()).toEqual(before)
})

test('stores only the hash of a key, which replaces the previous one immediately', async () => {
  const { id, host } = await addSite()
  const first = await rotateSiteKey(owner, id)
  const second = await rotateSiteKey(owner, id)
  const accepts = async (key: string) => isKeyOfSite(await siteOfSlug(`${host}/page`), key)
  expect(await accepts(first)).toBe(false)
  expect(await accepts(second)).toBe(true)
  expect(JSON.stringify(await db().site.findUnique({ where: { id } }))).not.toContain(second)
  const other = await addSite()
  expect(isKeyOfSite(await siteOfSlug(`${other.host}/page`), second)).toBe(false)
  await removeSiteKey(owner, id)
  expect(await accepts(second)).toBe(false)
})

test('creates a secret with the first webhook URL, and encrypts secrets', async () => {
  const { id, host } = await addSite()
  const stored = async () =>
    decrypt('webhook-secret', (await db().site.findUniqueOrThrow({ where: { id } })).webhookSecret)
  expect(await stored()).toBeUndefined()
  await saveSite(owner, input(host, { webhookUrl: 'https://example.org/hook' }), id)
  const first = await stored()
  expect(first).toMatch(/^whsec_/)
  await saveSite(owner, input(host, { webhookUrl: 'https://example.org/other' }), id)
  expect(await stored()).toBe(first)
  const second = await rotateWebhookSecret(owner, id)
  expect(await stored()).toBe(second)
  expect(second).not.toBe(first)
})

test('lists the threads of one site, newest first, page by page', async () => {
  const [{ id, host }, other] = [await addSite(), await addSite()]
  await addThread(other.id, `${other.host}/page`)
  const count = threadsPerAdminPage + 5
  for (let n = 0; n < count; n++) {
    const createdAt = new Date(Date.UTC(2026, 0, 1, 0, n))
    await addThread(id, `${host}/${n}`, { createdAt, title: n % 2 ? 'Odd 100%' : 'Even' })
  }
  const first = await listSiteThreads(owner, { siteId: id })
  expect(first.threads.map(({ slug }) => slug)[0]).toBe(`${host}/${count - 1}`)
  expect(first.threads).toHaveLength(threadsPerAdminPage)
  const second = await listSiteThreads(owner, { siteId: id, after: first.next ?? '' })
  expect(second.threads.map(({ slug }) => slug)).toEqual([4, 3, 2, 1, 0].map((n) => `${host}/${n}`))
  expect([first.matching, second.next]).toEqual([count, null])
  expect((await listSiteThreads(owner, { siteId: id, search: '100%' })).matching).toBe(27)
  const found = await listSiteThreads(owner, { siteId: id, search: `${host}/54` })
  expect(found.threads.map(({ title }) => title)).toEqual(['Even'])
  expect((await listSites(owner, 'en')).find((site) => site.id === id)?._count.threads).toBe(count)
})

test('sorts sites in the alphabetical order of the language', async () => {
  const ids = new Map<number, string>()
  for (const name of ['Zorn', 'Änne', 'Anton']) {
    const { id, host } = await addSite()
    await saveSite(owner, input(host, { name }), id)
    ids.set(id, name)
  }
  const names = async (language: string) =>
    (await listSites(owner, language)).flatMap(({ id }) => ids.get(id) ?? [])
  expect(await names('de')).toEqual(['Änne', 'Anton', 'Zorn'])
  expect(await names('sv')).toEqual(['Anton', 'Zorn', 'Änne'])
})

test('deletes a thread of the site, but of no other site', async () => {
  const [{ id, host }, other] = [await addSite(), await addSite()]
  const threadId = await addThread(id, `${host}/page`)
  await addComment(threadId)
  const before = await databaseDigest()
  const ofOther = { siteId: other.id, threadId }
  await expect(deleteThread(owner, ofOther)).rejects.toMatchObject({ code: 'not-found' })
  expect(await databaseDigest()).toEqual(before)
  const thread = { siteId: id, threadId }
  await closeComments(owner, `${host}/page`, true)
  expect((await listSiteThreads(owner, { siteId: id })).threads[0]).toMatchObject({
    closed: true,
    comments: 1,
  })
  await deleteThread(owner, thread)
  expect(await db().comment.count({ where: { postId: threadId } })).toBe(0)
  expect(await countSite(owner, id)).toEqual({ threads: 0, comments: 0, views: 0 })
})

test('merges two addresses of a page, with comments, followers, views and aliases', async () => {
  const { id, host } = await addSite()
  const kept = await addThread(id, `${host}/new`)
  const moved = await addThread(id, `${host}/old`)
  await db().threadAlias.create({ data: { slug: `${host}/oldest`, threadId: moved } })
  await addComment(kept)
  const top = await addComment(moved)
  const reply = await addComment(moved, { parentId: top })
  await addComment(moved, { parentId: reply })
  await db().thread.update({ where: { id: kept }, data: { likes: 2 } })
  await db().thread.update({ where: { id: moved }, data: { pinnedCommentId: top, likes: 3 } })
  const day = new Date('2026-03-01')
  const later = new Date('2026-03-02')
  await db().viewCount.createMany({
    data: [
      { postId: kept, day, views: 2 },
      { postId: moved, day, views: 3 },
      { postId: moved, day: later, views: 4 },
    ],
  })
  const thread = { siteId: id, threadId: kept }
  for (const address of [`https://${host}/old`, `${host}/oldest`])
    expect(await findMerge(owner, thread, address)).toEqual({
      id: moved,
      slug: `${host}/old`,
      comments: 3,
      views: 7,
      into: { slug: `${host}/new`, title: `${host}/new` },
    })
  for (const address of [`${host}/new`, `${host}/unknown`, 'javascript:alert(1)', ''])
    expect(await findMerge(owner, thread, address)).toBeUndefined()
  const follows = { create: [{ threadId: moved }, { threadId: kept }] }
  await db().readerAddress.create({ data: { hash: 'a', encryptedAddress: '', follows } })
  await db().readerAddress.create({
    data: { hash: 'b', encryptedAddress: '', follows: { create: { threadId: moved } } },
  })
  const daysBefore = await db().viewDay.findMany({ orderBy: { day: 'asc' } })
  const slugs = await mergeAddress(owner, thread, {
    address: `https://${host}/old/?utm_source=x#top`,
    isMoved: false,
  })
  expect(slugs).toEqual([`${host}/new`, `${host}/old`])
  const { threads } = await listSiteThreads(owner, { siteId: id })
  expect(threads).toMatchObject([
    { id: kept, comments: 4, views: 9, aliases: [`${host}/old`, `${host}/oldest`] },
  ])
  expect(await db().comment.findUnique({ where: { id: reply } })).toMatchObject({
    postId: kept,
    parentId: top,
    threadId: top,
  })
  expect(await db().comment.findUnique({ where: { id: top } })).toMatchObject({
    publishedReplies: 2,
  })
  expect(await db().thread.findUnique({ where: { id: kept } })).toMatchObject({
    pinnedCommentId: top,
    likes: 5,
  })
  expect(await db().threadFollow.count({ where: { threadId: kept } })).toBe(2)
  expect(await db().viewDay.findMany({ orderBy: { day: 'asc' } })).toEqual(daysBefore)
  // Outside a merge, a comment cannot be moved.
  await expect(
    db().comment.update({ where: { id: reply }, data: { postId: moved } }),
  ).rejects.toThrow()
})

test('updates the address of a page that has moved', async () => {
  const { id, host } = await addSite()
  const threadId = await addThread(id, `${host}/old`, { url: `https://${host}/old` })
  await mergeAddress(
    owner,
    { siteId: id, threadId },
    { address: `https://${host}/new/`, isMoved: true },
  )
  expect((await listSiteThreads(owner, { siteId: id })).threads).toMatchObject([
    { slug: `${host}/new`, url: `https://${host}/new/`, aliases: [`${host}/old`] },
  ])
  // The page can move back.
  await mergeAddress(owner, { siteId: id, threadId }, { address: `${host}/old`, isMoved: true })
  expect((await listSiteThreads(owner, { siteId: id })).threads).toMatchObject([
    { slug: `${host}/old`, aliases: [`${host}/new`] },
  ])
})

test('refuses to merge with addresses of other sites, or with itself', async () => {
  const [{ id, host }, other] = [await addSite(), await addSite()]
  const threadId = await addThread(id, `${host}/page`)
  await addThread(other.id, `${other.host}/page`)
  await addPost('a-post-of-the-blog')
  const before = await databaseDigest()
  for (const address of [
    `https://${other.host}/page`,
    `https://${host}/page/`,
    'https://unknown.example/page',
    'a-post-of-the-blog',
    '',
    'javascript:alert(1)',
    `https://${host}/${'x'.repeat(600)}`,
  ])
    await expect(
      mergeAddress(owner, { siteId: id, threadId }, { address, isMoved: false }),
      address,
    ).rejects.toMatchObject({ errors: [{ field: 'address' }] })
  expect(await databaseDigest()).toEqual(before)
})

test('adds a page manually once, and only on the site', async () => {
  const { id, host } = await addSite({ newPagesPerDay: 0 })
  await addThreadManually(owner, id, { address: `https://${host}/members/?x=1`, title: 'Members' })
  expect((await listSiteThreads(owner, { siteId: id })).threads).toMatchObject([
    { slug: `${host}/members`, title: 'Members' },
  ])
  for (const address of [`${host}/members`, 'https://unknown.example/page'])
    await expect(addThreadManually(owner, id, { address, title: '' })).rejects.toMatchObject({
      errors: [{ field: 'address' }],
    })
})

test('deletes the threads of localhost together', async () => {
  const { id, host } = await addSite()
  for (const slug of [
    'localhost:4321/a',
    'localhost/b',
    '127.0.0.1:80/c',
    '[::1]:8080/d',
    `${host}/localhost/`,
    'localhost.example/e',
  ])
    await addThread(id, slug)
  expect(await countLocalThreads(owner, id)).toBe(4)
  expect(await deleteLocalThreads(owner, id)).toBe(4)
  expect((await listSiteThreads(owner, { siteId: id })).threads.map(({ slug }) => slug)).toEqual([
    'localhost.example/e',
    `${host}/localhost/`,
  ])
})

test('deletes a site with its data, and no data of other sites', async () => {
  const [{ id, host }, other] = [await addSite(), await addSite()]
  await saveSite(owner, input(host, { webhookUrl: 'https://example.org/hook' }), id)
  const otherThread = await addThread(other.id, `${other.host}/page`)
  await addComment(otherThread)
  const threadId = await addThread(id, `${host}/page`)
  await db().threadAlias.create({ data: { slug: `${host}/alias`, threadId } })
  const top = await addComment(threadId)
  await addComment(threadId, { parentId: top })
  await db().viewCount.create({ data: { postId: threadId, day: new Date('2026-03-01'), views: 3 } })
  expect(await countSite(owner, id)).toEqual({ threads: 1, comments: 2, views: 3 })
  expect(await listDeliveries(owner, id)).toMatchObject([
    { type: 'published', attempts: 0, failure: null },
    { type: 'published' },
  ])
  await db().$executeRaw`UPDATE staff SET site_ids = ARRAY[${id}]::integer[]
    WHERE id = ${moderator.staffId}`
  await deleteSite(owner, id)
  const left = await Promise.all([
    db().site.count({ where: { id } }),
    db().siteHost.count({ where: { siteId: id } }),
    db().thread.count({ where: { siteId: id } }),
    db().comment.count({ where: { postId: threadId } }),
    db().viewTotal.count({ where: { postId: threadId } }),
    db().webhookDelivery.count({ where: { siteId: id } }),
  ])
  expect(left).toEqual([0, 0, 0, 0, 0, 0])
  expect(await db().comment.count({ where: { postId: otherThread } })).toBe(1)
  // A moderator of this site only must not become a moderator of all sites.
  const [staff] = await db().$queryRaw<unknown[]>`
    SELECT site_ids FROM staff WHERE id = ${moderator.staffId}`
  expect(staff).toEqual({ site_ids: [] })
  await expect(deleteSite(owner, id)).rejects.toMatchObject({ code: 'not-found' })
  // The host can be used again.
  await saveSite(owner, input(host))
})

test('does nothing for a moderator or without a session', async () => {
  const { id, host } = await addSite()
  const thread = { siteId: id, threadId: await addThread(id, `${host}/page`) }
  const before = await databaseDigest()
  const merged = { address: `https://${host}/b`, isMoved: false }
  for (const actor of [moderator, undefined]) {
    const code = actor ? 'forbidden' : 'unauthorized'
    for (const act of [
      () => listSites(actor, 'en'),
      () => getSite(actor, id),
      () => saveSite(actor, input('another.example')),
      () => saveSite(actor, input(host, { name: 'x' }), id),
      () => rotateSiteKey(actor, id),
      () => removeSiteKey(actor, id),
      () => rotateWebhookSecret(actor, id),
      () => listSiteThreads(actor, { siteId: id }),
      () => countSite(actor, id),
      () => countLocalThreads(actor, id),
      () => deleteThread(actor, thread),
      () => mergeAddress(actor, thread, merged),
      () => findMerge(actor, thread, merged.address),
      () => addThreadManually(actor, id, { address: `https://${host}/b`, title: '' }),
      () => deleteLocalThreads(actor, id),
      () => deleteSite(actor, id),
      () => exportCommentsAs(actor, { siteId: id }),
      () => listDeliveries(actor, id),
    ])
      await expect(act()).rejects.toMatchObject({ code })
  }
  expect(await databaseDigest()).toEqual(before)
})
