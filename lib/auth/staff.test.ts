import { expect, test } from 'vitest'
import { db } from '@/lib/db/client'
import { getBlogSettings, saveBlogSettings } from '@/lib/settings/blog-settings'
import { addActor } from '@/test/authorisation/actors'
import { ownDatabase } from '@/test/database/database'
import { removeStaff } from './staff'
import { encryptStaffAddress } from './staff-address'

process.env.AUTH_SECRET = 'a secret of the tests that is 32 long at least'
await ownDatabase()
const owner = await addActor('owner')

test('mails about comments no longer go to the address of a removed moderator', async () => {
  const { staffId: id } = await addActor('moderator')
  await db().staff.update({ where: { id }, data: encryptStaffAddress('mo@example.org') })
  await saveBlogSettings(owner, {
    options: { footer: 'Kept', notify: 'Mo@example.org\neve@example.org' },
  })
  await removeStaff(owner, id)
  const { options } = await getBlogSettings(owner)
  expect(options).toMatchObject({ footer: 'Kept', notify: 'eve@example.org' })
  expect(await db().staff.count({ where: { id } })).toBe(0)
})
