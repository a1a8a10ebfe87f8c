import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { addImage } from '@/lib/images/add-image'
import type { AddedImage } from '@/lib/images/image'
import { addActor } from '@/test/authorisation/actors'
import { ownDatabase } from '@/test/database/database'
import { startServer, type TestServer } from '@/test/servers/server'

const DATABASE_URL = await ownDatabase()
let server: TestServer
let image: AddedImage

beforeAll(async () => {
  const picture = await sharp({
    create: { width: 1_000, height: 50, channels: 3, background: 'teal' },
  })
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1' } })
    .jpeg()
    .toBuffer()
  image = await addImage(await addActor('owner'), picture)
  server = await startServer({ DATABASE_URL })
})

test('returns 200 with a cross-origin image that is cacheable forever', async () => {
  for (const [path, width] of [
    [image.url, 1_000],
    [image.url.replace('.webp', '-480.webp'), 480],
  ] as const) {
    const response = await fetch(server.url + path)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, s-maxage=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect(response.headers.get('set-cookie')).toBeNull()
    const { exif, ...seen } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
    expect(seen).toMatchObject({ format: 'webp', width })
    expect(exif).toBeUndefined()
  }
})

test('returns 304 without a body if the ETag matches', async () => {
  const etag = (await fetch(server.url + image.url)).headers.get('etag') ?? ''
  expect(etag).toMatch(/^"[^"]+"$/)
  const response = await fetch(server.url + image.url, { headers: { 'If-None-Match': etag } })
  expect(response.status).toBe(304)
  expect(await response.text()).toBe('')
})

test.each([
  ['an unknown image', () => `/images/${'0'.repeat(32)}-9x9.webp`],
  ['a size it does not have', () => image.url.replace('1000x50', '999x50')],
  ['a path traversal', () => '/images/..%2f..%2fetc%2fpasswd'],
  ['a name with a NUL', () => '/images/a%00.webp'],
])('returns 404 without caching for %s', async (_, path) => {
  const response = await fetch(server.url + path())
  expect(response.status).toBe(404)
  expect(response.headers.get('cache-control')).toBe('no-store')
})
