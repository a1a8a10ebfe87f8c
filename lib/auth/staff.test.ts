import { expect, test } from 'vitest'
import { db } from '@/lib/db/client'
import { getPreviewedPost } from '@/lib/posts/editing/preview-key'
import { getBlogSettings, saveBlogSettings } from '@/lib/settings/blog-settings'
import { addActor } from '@/test/authorisation/actors'
import { addPost } from '@/test/database/add-rows'
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

test('a removed writer cannot read drafts through the preview links of their posts', async () => {
  const { staffId: authorId } = await addActor('writer')
  const updatedAt = new Date('2025-01-01')
  const key = (letter: string) => letter.repeat(32)
  for (const [slug, fields] of Object.entries({ theirs: { authorId }, others: {} })) {
    const { id } = await addPost(slug, { draft: true })
    const previewKey = key(slug.charAt(0))
    await db().post.update({ where: { id }, data: { ...fields, previewKey, updatedAt } })
  }
  await removeStaff(owner, authorId)
  expect(await getPreviewedPost(key('t'))).toBeUndefined()
  expect(await getPreviewedPost(key('o'))).toMatchObject({ slug: 'others' })
  const kept = await db().post.findUnique({ where: { slug: 'theirs' } })
  expect(kept).toMatchObject({ authorId: null, updatedAt })
})
