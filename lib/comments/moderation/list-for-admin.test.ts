import { expect, test } from 'vitest'
import { db } from '@/lib/db/client'
import { addActor } from '@/test/authorisation/actors'
import { addComment, addPost } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { countForAdmin, getAdminNews } from './count-for-admin'
import { listForAdmin, listPendingBy } from './list-for-admin'
import { type AdminQuery, isBySameAuthor } from './moderation'

await ownDatabase()
const owner = await addActor('owner')
const post = await addPost('listed')
const other = await addPost('other')

const minute = (n: number) => new Date(Date.UTC(2025, 10, 1, 0, n))
const ids: Record<string, number> = {}
for (const [n, [name, fields]] of Object.entries({
  plain: { status: 'pending', content: 'Something 100% plain' },
  casino: {
    status: 'pending',
    content: 'See https://best-casino-online.example',
    authorName: 'Bob',
  },
  elsewhere: { status: 'pending', authorName: 'Ünal_1' },
  shown: { status: 'published' },
  junk: { status: 'spam', authorName: 'Bob' },
} as const).entries()) {
  ids[name] = await addComment(name === 'elsewhere' ? other.id : post.id, {
    ...fields,
    createdAt: minute(n),
  })
}
// One network on two days, each with its own salt.
for (const [id, networkHash] of [
  [ids.casino ?? 0, 'on Monday'],
  [ids.junk ?? 0, 'on Tuesday'],
] as const) {
  const screening = [{ rule: 'links', verdict: 'pending', reason: '4 links' }]
  await db().comment.update({ where: { id }, data: { networkHash, networkKey: 'n', screening } })
}

const found = async (filter: Partial<AdminQuery>) => {
  const { comments } = await listForAdmin(owner, { status: 'pending', ...filter })
  return comments.map(({ id }) => Object.keys(ids).find((name) => ids[name] === id))
}

test('lists each tab newest first and pending edits in the pending tab', async () => {
  expect(await found({})).toEqual(['elsewhere', 'casino', 'plain'])
  await db().comment.update({
    where: { id: ids.shown ?? 0 },
    data: { waitingContent: 'Else', waitingSince: new Date() },
  })
  expect(await found({})).toEqual(['shown', 'elsewhere', 'casino', 'plain'])
  expect(await found({ status: 'published' })).toEqual(['shown'])
  await db().comment.update({
    where: { id: ids.shown ?? 0 },
    data: { waitingContent: null, waitingSince: null },
  })
})

test('lists all pending comments by authors, not only those of a page', async () => {
  for (let n = 0; n < 30; n++) await addComment(post.id, { status: 'pending', authorName: 'Dee' })
  const pending = await listPendingBy(owner, ['Dee', 'Bob', 'Nobody'])
  expect(pending).toHaveLength(31)
  expect(pending.at(-1)).toMatchObject({ id: ids.casino, status: 'pending', authorName: 'Bob' })
  await db().comment.deleteMany({ where: { authorName: 'Dee' } })
})

test('finds any substring, ignores case and escapes LIKE wildcards', async () => {
  expect(await found({ search: 'CASINO' })).toEqual(['casino'])
  expect(await found({ search: '0%' })).toEqual(['plain'])
  expect(await found({ search: 'l_1' })).toEqual(['elsewhere'])
  expect(await found({ search: 'ünal' })).toEqual(['elsewhere'])
  expect(await found({ search: '%_%' })).toEqual([])
})

test('combines filters by post, author, network and reason', async () => {
  expect(await found({ post: 'other' })).toEqual(['elsewhere'])
  expect(await found({ author: 'Bob' })).toEqual(['casino'])
  expect(await found({ network: ids.junk })).toEqual(['casino'])
  expect(await found({ rule: 'links' })).toEqual(['casino'])
  expect(await found({ rule: 'links', author: 'Bob', post: 'listed', search: 'best' })).toEqual([
    'casino',
  ])
  expect(await found({ rule: 'links', post: 'other' })).toEqual([])
})

test('returns the post, parent, reasons and author figures of a comment', async () => {
  const top = await addComment(post.id, {
    content: 'A question',
    authorName: 'Quinn',
    createdAt: minute(10),
  })
  const reply = await addComment(post.id, {
    parentId: top,
    status: 'pending',
    authorName: 'Bob',
    createdAt: minute(11),
  })
  const { comments } = await listForAdmin(owner, { status: 'pending', author: 'Bob' })
  expect(comments[0]).toMatchObject({
    id: reply,
    post: { slug: 'listed', title: 'About listed', closedBy: null },
    parent: { id: top, authorName: 'Quinn', content: 'A question' },
    others: { published: 0, spam: 1 },
    hasNetwork: false,
  })
  expect(comments[1]).toMatchObject({
    reasons: [{ rule: 'links', reason: '4 links' }],
    hasNetwork: true,
    parent: null,
  })
  await db().comment.deleteMany({ where: { id: { in: [reply] } } })
})

test('uses address figures only for confirmed addresses', async () => {
  const { id: addressId } = await db().readerAddress.create({
    data: { hash: 'h', encryptedAddress: 's' },
  })
  const write = async (
    status: 'published' | 'spam' | 'pending',
    verifiedAt: Date | null,
    authorName: string,
  ) => {
    const id = await addComment(post.id, { status, authorName, createdAt: minute(15) })
    await db().comment.update({ where: { id }, data: { addressId, verifiedAt } })
    return id
  }
  const written = [
    await write('published', minute(16), 'Vera'),
    await write('published', null, 'Forger'),
    await write('spam', null, 'Forger'),
  ]
  const othersOf = async (id: number) =>
    (await listForAdmin(owner, { status: 'pending' })).comments.find((comment) => comment.id === id)
      ?.others
  const forged = await write('pending', null, 'Nobody')
  const own = await write('pending', minute(16), 'Vera too')
  expect(await othersOf(forged)).toEqual({ published: 0, spam: 0 })
  expect(await othersOf(own)).toEqual({ published: 1, spam: 0 })
  await db().comment.deleteMany({ where: { id: { in: [...written, forged, own] } } })
})

test('an author with a confirmed address is not another one of the same name', async () => {
  const address = { hash: 'mel', encryptedAddress: 's' }
  const { id: addressId } = await db().readerAddress.create({ data: address })
  const write = async (verifiedAt: Date | null) => {
    const id = await addComment(post.id, { status: 'pending', authorName: 'Mel' })
    await db().comment.update({ where: { id }, data: { addressId, verifiedAt } })
    return id
  }
  const own = [await write(minute(16)), await write(minute(17))]
  const forged = [await write(null), await write(null)]
  const pending = await listPendingBy(owner, ['Mel'])
  const { comments } = await listForAdmin(owner, { status: 'pending', author: 'Mel' })
  const ofSameAuthor = (id: number) => {
    const shown = comments.find((comment) => comment.id === id)
    const ids = pending.flatMap((one) => (shown && isBySameAuthor(one, shown) ? [one.id] : []))
    return ids.toSorted((a, b) => a - b)
  }
  expect(ofSameAuthor(own[0] ?? 0)).toEqual(own)
  expect(ofSameAuthor(forged[0] ?? 0)).toEqual(forged)
  await db().comment.deleteMany({ where: { id: { in: [...own, ...forged] } } })
})

test('marks a reply below a held comment as hidden', async () => {
  const top = await addComment(post.id, { status: 'spam', createdAt: minute(20) })
  const middle = await addComment(post.id, { parentId: top, createdAt: minute(21) })
  const reply = await addComment(post.id, {
    parentId: middle,
    status: 'pending',
    createdAt: minute(22),
  })
  const isHiddenByAncestor = async () =>
    (await listForAdmin(owner, { status: 'pending' })).comments.find(({ id }) => id === reply)
      ?.isHiddenByAncestor
  expect(await isHiddenByAncestor()).toBe(true)
  await db().comment.update({ where: { id: top }, data: { status: 'deleted' } })
  expect(await isHiddenByAncestor()).toBe(false)
  await db().comment.deleteMany({ where: { id: { in: [top, middle, reply] } } })
})

test('lists every comment on exactly one page despite equal times', async () => {
  const { id: postId } = await addPost('paged')
  await db().comment.createMany({
    data: Array.from({ length: 60 }, (_, n) => ({
      postId,
      status: 'spam' as const,
      content: 'x',
      authorName: 'Ada',
      createdAt: minute(Math.floor(n / 20)),
    })),
  })
  const seen: number[] = []
  let after: string | undefined
  do {
    const page = await listForAdmin(owner, { status: 'spam', post: 'paged', after })
    seen.push(...page.comments.map(({ id }) => id))
    after = page.next ?? undefined
  } while (after !== undefined)
  expect(seen).toHaveLength(60)
  expect(new Set(seen).size).toBe(60)
  await expect(listForAdmin(owner, { status: 'spam', after: 'forged' })).rejects.toMatchObject({
    code: 'invalid-parameters',
  })
  await db().post.delete({ where: { id: postId } })
})

test('counts the tabs and detects new comments', async () => {
  expect(await countForAdmin(owner)).toMatchObject({ pending: 3, spam: 1, deleted: 0 })
  const newest = Math.max(...Object.values(ids))
  const before = await getAdminNews(owner, { status: 'pending' }, newest)
  expect(before.fresh).toBe(0)
  expect(await getAdminNews(owner, { status: 'pending' }, newest)).toEqual(before)
  const id = await addComment(post.id, { status: 'pending' })
  expect(await getAdminNews(owner, { status: 'pending' }, newest)).toMatchObject({
    fresh: id > newest ? 1 : 0,
    matching: 4,
    counts: { pending: 4 },
  })
  expect(await getAdminNews(owner, { status: 'pending', post: 'none' }, newest)).toMatchObject({
    fresh: 0,
    matching: 0,
    counts: { pending: 4 },
  })
  await expect(countForAdmin(undefined)).rejects.toMatchObject({ code: 'unauthorized' })
})
