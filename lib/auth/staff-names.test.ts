import { expect, test } from 'vitest'
import { db } from '@/lib/db/client'
import { addComment, addPost } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'

process.env.AUTH_SECRET = 'test secret of at least 32 characters'
await ownDatabase()
const { actorOf } = await import('./actor')
const { createOwner, resetOwner } = await import('./create-owner')
const { acceptInvitation, inviteStaff } = await import('./invitations')
const { setOwnName } = await import('./staff')

const password = 'a long enough password'
const ownerLogin = { email: 'olivia@example.org', password }
await createOwner({ ...ownerLogin, name: 'Olivia' })
const owner = actorOf({ staffId: 'owner', sessionId: 'none', name: 'Olivia', role: 'owner' })

async function invitationFor(email: string): Promise<string> {
  return (await inviteStaff(owner, email)).split('/').at(-1) ?? ''
}
const refused = { errors: [{ field: 'name-taken' }] }

test.each(['Olivia', 'OLIVIA', 'Оliviа', 'O l i v i a'])(
  'rejects %j as a moderator name because it looks like the owner’s name',
  async (name) => {
    const token = await invitationFor('mona@example.org')
    await expect(acceptInvitation(token, { name, password })).rejects.toMatchObject(refused)
    // The link remains valid, so that the moderator can choose another name.
    await acceptInvitation(token, { name: 'Mona', password })
    await db().staff.deleteMany({ where: { name: 'Mona' } })
  },
)

test('if two people choose the same name at once, only one gets it', async () => {
  const tokens = await Promise.all(['one@example.org', 'two@example.org'].map(invitationFor))
  const outcomes = await Promise.allSettled(
    tokens.map((token, n) => acceptInvitation(token, { name: n ? 'Nora' : 'NORA', password })),
  )
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('the owner cannot take a moderator’s name, and can keep the current one', async () => {
  await expect(resetOwner({ ...ownerLogin, name: 'nora' })).rejects.toMatchObject(refused)
  await resetOwner({ ...ownerLogin, name: 'Olivia' })
  expect((await db().staff.findUniqueOrThrow({ where: { id: 'owner' } })).name).toBe('Olivia')
})

test('changing a name updates comments under the old name, but not under other names', async () => {
  const { id } = await addPost('renamed')
  for (const authorName of ['Olivia', 'o.owner', 'Ada']) await addComment(id, { authorName })
  const where = { postId: id, authorName: { not: 'Ada' } }
  await db().comment.updateMany({ where, data: { staffId: 'owner' } })
  await expect(setOwnName(owner, 'NORA')).rejects.toMatchObject(refused)
  await setOwnName(owner, 'Olive')
  const comments = await db().comment.findMany({ where: { postId: id }, orderBy: { id: 'asc' } })
  expect(comments.map(({ authorName }) => authorName)).toEqual(['Olive', 'o.owner', 'Ada'])
  // More comments than one batch.
  const many = { postId: id, status: 'published', authorName: 'Olive', staffId: 'owner' } as const
  await db().comment.createMany({
    data: Array.from({ length: 1_200 }, (_, n) => ({ ...many, content: `Number ${n}` })),
  })
  await setOwnName(owner, 'Olivia')
  expect(await db().comment.count({ where: { authorName: 'Olive' } })).toBe(0)
  expect(await db().comment.count({ where: { authorName: 'Olivia' } })).toBe(1_201)
  // A different spelling of one's own name is allowed.
  await setOwnName(owner, 'OLIVE')
  await setOwnName(owner, 'Olivia')
})
