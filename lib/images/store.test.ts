import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, expect, test, vi } from 'vitest'
import { db } from '@/lib/db/client'
import { addActor } from '@/test/authorisation/actors'
import { ownDatabase } from '@/test/database/database'
import { startS3Server } from '@/test/servers/s3-server'
import { addImage } from './add-image'
import { deleteImage } from './delete-image'
import { getImageFile } from './get-image-file'
import { beginUpload, finishUpload } from './send-to-store'

await ownDatabase()
const s3 = await startS3Server()
afterAll(() => s3.close())
Object.assign(process.env, s3.environment)

const owner = await addActor('owner')

let shade = 0
const newPicture = (width = 500) => {
  shade += 8
  return sharp({
    create: { width, height: 50, channels: 3, background: { r: shade, g: 9, b: 90 } },
  })
    .png()
    .toBuffer()
}
const nameOf = (url: string) => url.replace('/images/', '')
const idOf = (url: string) => nameOf(url).split('-')[0] ?? ''

test('stores files with signed requests and immutable cache headers', async () => {
  const { url } = await addImage(owner, await newPicture())
  const keys = [480, 500].map((width) => `images/${idOf(url)}-${width}.webp`)
  expect([...s3.objects.keys()].filter((key) => key.includes(idOf(url))).sort()).toEqual(keys)
  expect(s3.objects.get(keys[0] ?? '')).toMatchObject({
    contentType: 'image/webp',
    cacheControl: 'public, max-age=31536000, immutable',
  })
  expect(await db().imageFile.count()).toBe(0)
  expect(await getImageFile(nameOf(url))).toEqual({ bytes: s3.objects.get(keys[1] ?? '')?.bytes })
  expect((await fetch(`${s3.endpoint}/pictures/${keys[0]}`)).status).toBe(403)
  await deleteImage(owner, idOf(url))
  expect([...s3.objects.keys()].filter((key) => key.includes(idOf(url)))).toEqual([])
})

test('uploads a large image to a presigned URL and deletes the original', async () => {
  const { id, putUrl } = await beginUpload(owner)
  const picture = await newPicture()
  expect(
    (await fetch(putUrl.replace(id, 'another'), { method: 'PUT', body: new Uint8Array(picture) }))
      .status,
  ).toBe(403)
  expect((await fetch(putUrl)).status).toBe(403)
  expect((await fetch(putUrl, { method: 'PUT', body: new Uint8Array(picture) })).status).toBe(200)
  const added = await finishUpload(owner, id)
  expect(added).toMatchObject({ width: 500, height: 50 })
  expect(s3.objects.has(`uploads/${id}`)).toBe(false)
  expect(await getImageFile(nameOf(added.url))).toHaveProperty('bytes')
  await expect(finishUpload(owner, id)).rejects.toMatchObject({ code: 'not-found' })
})

test.each([
  ['a file that is not an image', 'unsupported-media-type', () => Buffer.from('<script>')],
  ['more than 20 MB', 'body-too-large', () => Buffer.alloc(20 * 1_048_576 + 1)],
])('rejects and deletes %s after the upload', async (_, code, make) => {
  const { id, putUrl } = await beginUpload(owner)
  await fetch(putUrl, { method: 'PUT', body: new Uint8Array(make()) })
  await expect(finishUpload(owner, id)).rejects.toMatchObject({ code })
  expect(s3.objects.has(`uploads/${id}`)).toBe(false)
})

test('rejects and deletes a compressed upload, which could have any size', async () => {
  const { id, putUrl } = await beginUpload(owner)
  await fetch(putUrl, {
    method: 'PUT',
    headers: { 'Content-Encoding': 'gzip' },
    body: new Uint8Array(gzipSync(await newPicture())),
  })
  await expect(finishUpload(owner, id)).rejects.toMatchObject({ code: 'unsupported-media-type' })
  expect(s3.objects.has(`uploads/${id}`)).toBe(false)
})

test.each(['../images/x', 'x', `${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}`])(
  'rejects the unknown upload %j',
  async (id) => {
    await expect(finishUpload(owner, id)).rejects.toMatchObject({ code: 'not-found' })
  },
)

test('reports a failing bucket as unavailable and stores nothing', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  s3.refuseAll(true)
  try {
    const before = await db().image.count()
    await expect(addImage(owner, await newPicture(300))).rejects.toMatchObject({
      code: 'storage-unavailable',
    })
    expect(await db().image.count()).toBe(before)
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('image storage unavailable'))
  } finally {
    s3.refuseAll(false)
  }
})

test('adds the image even if its original cannot be deleted', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { id, putUrl } = await beginUpload(owner)
  await fetch(putUrl, { method: 'PUT', body: new Uint8Array(await newPicture(400)) })
  const { fetch: originalFetch } = globalThis
  const refusing = vi.spyOn(globalThis, 'fetch').mockImplementation(async (asked, init) => {
    const method = asked instanceof Request ? asked.method : init?.method
    return method === 'DELETE' ? new Response(null, { status: 403 }) : originalFetch(asked, init)
  })
  try {
    expect(await finishUpload(owner, id)).toMatchObject({ width: 400 })
    expect(warn).toHaveBeenCalledWith(expect.stringContaining(`uploads/${id}`))
  } finally {
    refusing.mockRestore()
    warn.mockRestore()
  }
})

test('reads images from the database that were added before the bucket', async () => {
  const id = 'a'.repeat(32)
  await db().image.create({
    data: { id, width: 9, height: 9, bytes: 9, isMoving: false, inBucket: false },
  })
  await db().imageFile.create({ data: { imageId: id, width: 9, bytes: new Uint8Array([1, 2, 3]) } })
  expect(await getImageFile(`${id}-9x9.webp`)).toEqual({ bytes: Buffer.from([1, 2, 3]) })
})
