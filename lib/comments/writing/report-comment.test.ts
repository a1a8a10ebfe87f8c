import { expect, test } from 'vitest'
import { db } from '@/lib/db/client'
import { NotFound } from '@/lib/errors'
import { addActor } from '@/test/authorisation/actors'
import { addComment, addPost } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { reportComment, reportsToHold } from './report-comment'

await ownDatabase()
const post = await addPost('hello')
const networks = Array.from({ length: reportsToHold }, (_, index) => `192.0.${index}.1`)

const stored = (id: number) =>
  db().comment.findUniqueOrThrow({ where: { id }, include: { reports: true } })

async function reportFromAll(id: number) {
  const results = []
  for (const network of networks) results.push(await reportComment(id, network))
  return results
}

test('holds a comment after reports from three networks and stores the reason', async () => {
  const id = await addComment(post.id)
  expect(await reportFromAll(id)).toEqual(
    [false, false, true].map((held) => ({ postSlug: 'hello', held })),
  )
  const { status, screening, reports } = await stored(id)
  expect(status).toBe('pending')
  expect(screening).toEqual([
    { rule: 'reports', verdict: 'pending', reason: '3 readers reported it' },
  ])
  expect(reports).toHaveLength(3)
})

test('counts repeated and concurrent reports of a network once', async () => {
  const id = await addComment(post.id)
  const results = await Promise.all(
    Array.from({ length: 12 }, () => reportComment(id, '192.0.2.1')),
  )
  expect(new Set(results.map(({ held }) => held))).toEqual(new Set([false]))
  expect((await stored(id)).reports).toHaveLength(1)
})

test.each([
  ['IPv4 addresses in one /24', ['203.0.113.1', '203.0.113.2', '203.0.113.3']],
  ['IPv6 clients in one /48', ['2001:db8:1:1::/64', '2001:db8:1:2::/64', '2001:db8:1:3::/64']],
])('counts three %s once', async (_, clients) => {
  const id = await addComment(post.id)
  for (const client of clients)
    expect(await reportComment(id, client)).toMatchObject({ held: false })
  expect((await stored(id)).reports).toHaveLength(1)
})

test("recognises the network of yesterday's report", async () => {
  const id = await addComment(post.id)
  await reportComment(id, '192.0.2.1')
  const day = 86_400_000
  // Simulates a report from the previous day with the salt of that day.
  await db().$executeRaw`UPDATE daily_salts SET day = day - 1`
  await db().commentReport.updateMany({
    where: { commentId: id },
    data: { createdAt: new Date(Date.now() - day) },
  })
  await reportComment(id, '192.0.2.1')
  expect((await stored(id)).reports).toHaveLength(1)
})

test('holds a comment exactly once for three concurrent reports', async () => {
  for (let round = 0; round < 10; round++) {
    const id = await addComment(post.id)
    const results = await Promise.all(networks.map((network) => reportComment(id, network)))
    expect(results.filter(({ held }) => held)).toHaveLength(1)
    expect((await stored(id)).status).toBe('pending')
  }
})

test('ignores reports before a staff approval and counts later ones', async () => {
  const id = await addComment(post.id)
  const { staffId } = await addActor('moderator')
  await reportFromAll(id)
  const judgement = await db().commentJudgement.create({
    data: { commentId: id, staffId, fromStatus: 'pending', toStatus: 'published' },
  })
  await db().comment.update({ where: { id }, data: { status: 'published' } })
  const later = []
  for (const network of ['192.0.50.1', '192.0.51.1', '192.0.52.1'])
    later.push((await reportComment(id, network)).held)
  expect(later).toEqual([false, false, true])
  expect(await stored(id)).toMatchObject({ status: 'pending', reports: { length: 6 } })
  // An undone verdict does not settle reports.
  await db().comment.update({ where: { id }, data: { status: 'published' } })
  await db().commentReport.deleteMany({
    where: { commentId: id, createdAt: { gt: judgement.judgedAt } },
  })
  await db().commentJudgement.update({
    where: { id: judgement.id },
    data: { undoneAt: new Date() },
  })
  expect(await reportComment(id, '192.0.200.1')).toMatchObject({ held: true })
})

test("ignores reports before a staff edit, but not before an author's edit", async () => {
  const byStaff = await addComment(post.id)
  const byAuthor = await addComment(post.id)
  for (const id of [byStaff, byAuthor])
    for (const network of networks.slice(1)) await reportComment(id, network)
  await db().comment.update({
    where: { id: byStaff },
    data: { editedAt: new Date(), editedBy: 'moderator' },
  })
  await db().comment.update({ where: { id: byAuthor }, data: { editedAt: new Date() } })
  expect(await reportComment(byStaff, '192.0.60.1')).toMatchObject({ held: false })
  expect(await reportComment(byAuthor, '192.0.60.1')).toMatchObject({ held: true })
})

test('never holds comments by staff', async () => {
  const id = await addComment(post.id)
  const { staffId } = await addActor('owner')
  await db().comment.update({ where: { id }, data: { staffId } })
  expect((await reportFromAll(id)).some(({ held }) => held)).toBe(false)
})

test('ignores reports whose network hash was deleted', async () => {
  const id = await addComment(post.id)
  await db().commentReport.createMany({ data: [{ commentId: id }, { commentId: id }] })
  expect(await reportComment(id, '192.0.2.1')).toMatchObject({ held: false })
  expect((await stored(id)).reports).toHaveLength(3)
})

test('accepts reports only for public comments', async () => {
  for (const status of ['pending', 'spam', 'deleted'] as const) {
    const id = await addComment(post.id, { status })
    await expect(reportComment(id, '192.0.2.1')).rejects.toThrow(NotFound)
  }
  const draft = await addPost('draft', { draft: true })
  await expect(reportComment(await addComment(draft.id), '192.0.2.1')).rejects.toThrow(NotFound)
  await expect(reportComment(2_000_000_000, '192.0.2.1')).rejects.toThrow(NotFound)
})
