import { expect, test, vi } from 'vitest'
import { ownDatabase } from '@/lib/testing/database'

await ownDatabase()
const [older, newer] = ['an older secret of the tests that is long enough', 'a newer secret of the tests that is long enough']

/** The application as a process with these secrets loads it. */
async function loadWith(secrets: string) {
  vi.resetModules()
  vi.stubEnv('AUTH_SECRET', secrets)
  const [{ db }, { addComment }, { resealAddresses }, { addPost }, { sealAddress }] = await Promise.all([
    import('@/lib/db'),
    import('@/lib/comments/add-comment'),
    import('./reseal-addresses'),
    import('@/lib/testing/add-rows'),
    import('./reader-address'),
  ])
  const write = () => addComment({ slug: 'hello', content: 'Words.', author_name: 'Ada', author_email: 'ada@example.org' })
  return { db, addPost, resealAddresses, sealAddress, write }
}

test('an address is found under a secret that was rotated, and sealed under the first one by the timer', async () => {
  const before = await loadWith(older)
  await before.addPost('hello')
  await before.write()
  const during = await loadWith(`${newer},${older}`)
  await during.write()
  expect(await during.db().readerAddress.count()).toBe(1)
  expect(await during.resealAddresses()).toBe(1)
  expect(await during.resealAddresses()).toBe(0)
  const after = await loadWith(newer)
  await after.write()
  const rows = await after.db().readerAddress.findMany()
  expect(rows.map(({ hash }) => hash)).toEqual([after.sealAddress('ada@example.org').hash])
})

test('two rows of one address become one, and keep what its reader has decided', async () => {
  const before = await loadWith(older)
  await before.db().readerAddress.deleteMany()
  await before.write()
  await before.db().readerAddress.updateMany({ data: { unsubscribedAt: new Date() } })
  const during = await loadWith(`${newer},${older}`)
  const { id } = await during.db().readerAddress.create({ data: during.sealAddress('ada@example.org') })
  expect(await during.resealAddresses()).toBe(1)
  const rows = await during.db().readerAddress.findMany({ include: { comments: true } })
  expect(rows).toMatchObject([{ id, unsubscribedAt: expect.any(Date), comments: [{ authorName: 'Ada' }] }])
})
