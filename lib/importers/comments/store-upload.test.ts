import { randomBytes } from 'node:crypto'
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { actorOf } from '@/lib/auth/actor'
import {
  appendToUpload,
  deleteExpiredUploads,
  deleteUpload,
  listUploadedFiles,
} from './store-upload'
import { uploadLimits } from './upload'

const temporary = mkdtempSync(path.join(tmpdir(), 'afterword-test-'))
process.env.TMPDIR = temporary
afterAll(() => rmSync(temporary, { recursive: true }))

const newOwner = () => {
  const staffId = randomBytes(8).toString('hex')
  return actorOf({ staffId, sessionId: staffId, name: 'Olivia', role: 'owner' })
}
const owner = newOwner()
const bytes = (text: string) => new TextEncoder().encode(text)

test('stores the parts of several files, readable only by this user of the machine', async () => {
  const { id, size } = await appendToUpload(owner, { name: 'b.xml', offset: 0 }, bytes('<a>'))
  expect(size).toBe(3)
  expect(
    await appendToUpload(owner, { id, name: 'b.xml', offset: 3 }, bytes('</a>')),
  ).toStrictEqual({ id, size: 7 })
  await appendToUpload(owner, { id, name: 'a.json', offset: 0 }, bytes('{}'))
  const files = await listUploadedFiles(owner, id)
  expect(files.map((file) => path.basename(file))).toEqual(['a.json', 'b.xml'])
  expect(files.map((file) => readFileSync(file, 'utf8'))).toEqual(['{}', '<a></a>'])
  for (const file of files) expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(statSync(path.dirname(files[0] ?? '')).mode & 0o777).toBe(0o700)
  await deleteUpload(owner, id)
  await expect(listUploadedFiles(owner, id)).rejects.toMatchObject({ code: 'not-found' })
})

test('refuses a part at another offset, and reports the size so far', async () => {
  const { id } = await appendToUpload(owner, { name: 'a', offset: 0 }, bytes('1234'))
  for (const offset of [0, 3, 5])
    await expect(
      appendToUpload(owner, { id, name: 'a', offset }, bytes('5')),
    ).rejects.toMatchObject({ code: 'upload-offset', members: { size: 4 } })
})

test('does not let another owner use an upload', async () => {
  const { id } = await appendToUpload(owner, { name: 'a', offset: 0 }, bytes('1'))
  const other = newOwner()
  const missing = { code: 'not-found' }
  await expect(listUploadedFiles(other, id)).rejects.toMatchObject(missing)
  await expect(
    appendToUpload(other, { id, name: 'a', offset: 1 }, bytes('2')),
  ).rejects.toMatchObject(missing)
  await expect(deleteUpload(other, id)).rejects.toMatchObject(missing)
})

test.each(['', '..', '../other', 'a'.repeat(31), `${'a'.repeat(32)}/`])(
  'finds no upload with the id %j',
  async (id) => {
    await expect(listUploadedFiles(owner, id)).rejects.toMatchObject({ code: 'not-found' })
  },
)

test('refuses more than 4 GB in all files together', async () => {
  const { id } = await appendToUpload(owner, { name: 'a', offset: 0 }, bytes('1'))
  const [file = ''] = await listUploadedFiles(owner, id)
  truncateSync(file, uploadLimits.bytesMax)
  await expect(
    appendToUpload(owner, { id, name: 'b', offset: 0 }, bytes('2')),
  ).rejects.toMatchObject({ code: 'body-too-large' })
  await deleteUpload(owner, id)
})

test('a new upload deletes uploads older than a day', async () => {
  const start = () => appendToUpload(owner, { name: 'a', offset: 0 }, bytes('1'))
  const old = await start()
  const recent = await start()
  const [file = ''] = await listUploadedFiles(owner, old.id)
  const yesterday = Date.now() / 1_000 - 86_401
  utimesSync(path.dirname(file), yesterday, yesterday)
  await appendToUpload(newOwner(), { name: 'a', offset: 0 }, bytes('1'))
  await expect(listUploadedFiles(owner, old.id)).rejects.toMatchObject({ code: 'not-found' })
  expect(await listUploadedFiles(owner, recent.id)).toHaveLength(1)
})

test('deletes expired uploads and what interrupted imports have left', async () => {
  const { id } = await appendToUpload(owner, { name: 'a', offset: 0 }, bytes('1'))
  const [file = ''] = await listUploadedFiles(owner, id)
  const [left, running, other] = ['afterword-import-', 'afterword-import-', 'other-'].map((name) =>
    mkdtempSync(path.join(temporary, name)),
  )
  const yesterday = Date.now() / 1_000 - 86_401
  for (const folder of [path.dirname(file), left, other])
    utimesSync(folder ?? '', yesterday, yesterday)
  expect(await deleteExpiredUploads()).toBe(2)
  expect(existsSync(path.dirname(file))).toBe(false)
  expect([left, running, other].map((folder) => existsSync(folder ?? ''))).toEqual([
    false,
    true,
    true,
  ])
})

test('starts an upload while others are deleted', async () => {
  const startAndDelete = async () => {
    const { id } = await appendToUpload(owner, { name: 'a', offset: 0 }, bytes('1'))
    await deleteUpload(owner, id)
  }
  await Promise.all(Array.from({ length: 50 }, startAndDelete))
})

test('is restricted to the owner', async () => {
  const moderator = actorOf({ staffId: 'm', sessionId: 'm', name: 'Max', role: 'moderator' })
  for (const [actor, code] of [
    [undefined, 'unauthorized'],
    [moderator, 'forbidden'],
  ] as const) {
    await expect(appendToUpload(actor, { name: 'a', offset: 0 }, bytes('1'))).rejects.toMatchObject(
      { code },
    )
    await expect(listUploadedFiles(actor, 'a')).rejects.toMatchObject({ code })
    await expect(deleteUpload(actor, 'a')).rejects.toMatchObject({ code })
  }
})
