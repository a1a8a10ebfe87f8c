import { beforeEach, expect, test } from 'vitest'
import { db } from '@/lib/db/client'
import { addComment, addPost } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { actorOf } from './actor'
import { createOwner, translateOwnerName } from './create-owner'

process.env.AUTH_SECRET = 'a secret of the tests that is 32 long at least'
await ownDatabase()

const login = { email: 'olivia@example.org', password: 'a long enough password' }
const storedName = async () => (await db().staff.findUniqueOrThrow({ where: { id: 'owner' } })).name
const signedInOwner = async () =>
  actorOf({ staffId: 'owner', sessionId: 'none', name: await storedName(), role: 'owner' })

beforeEach(async () => {
  await db().comment.deleteMany()
  await db().staff.deleteMany()
  await db().blogSettings.deleteMany()
})

test('an owner without a name is named in the language of the blog', async () => {
  await db().blogSettings.create({ data: { language: 'de-CH' } })
  await createOwner(login)
  expect(await storedName()).toBe('Admin')
})

test('the name of an owner who has none follows the language, also on their comments', async () => {
  await createOwner(login)
  expect(await storedName()).toBe('The owner')
  const id = await addComment((await addPost('answered')).id, { authorName: 'The owner' })
  await db().comment.update({ where: { id }, data: { staffId: 'owner' } })
  // The name was stored before the language of the blog could decide it.
  await translateOwnerName(await signedInOwner(), 'de', 'de')
  expect(await storedName()).toBe('Admin')
  await translateOwnerName(await signedInOwner(), 'de', 'fr')
  expect(await storedName()).toBe('Propriétaire')
  expect(await db().comment.findUnique({ where: { id } })).toMatchObject({
    authorName: 'Propriétaire',
  })
  await translateOwnerName(await signedInOwner(), 'fr', '')
  expect(await storedName()).toBe('The owner')
})

test('the name that an owner has entered stays in every language', async () => {
  await createOwner({ ...login, name: 'Olivia' })
  await translateOwnerName(await signedInOwner(), 'en', 'de')
  expect(await storedName()).toBe('Olivia')
})
