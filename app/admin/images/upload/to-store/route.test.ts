import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { addActor } from '@/test/authorisation/actors'
import { addSession } from '@/test/authorisation/sessions'
import { ownDatabase } from '@/test/database/database'
import { startS3Server } from '@/test/servers/s3-server'
import { startServer, type TestServer } from '@/test/servers/server'

process.env.AUTH_SECRET = 'test secret of at least 32 characters'
const DATABASE_URL = await ownDatabase()
const s3 = await startS3Server()
afterAll(() => s3.close())
const path = '/admin/images/upload/to-store'

let server: TestServer
let headers: Record<string, string>
beforeAll(async () => {
  headers = { Cookie: `session=${(await addSession(await addActor('owner'))).cookie}` }
  server = await startServer({ DATABASE_URL, ...s3.environment })
})

const startBody = z.object({ id: z.string(), putUrl: z.url() })
const imageBody = z.object({ url: z.string(), width: z.literal(1_500), height: z.literal(1_500) })

test('uploads an image of more than 4 MB directly to the store and serves it', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const picture = await sharp({
    create: { width: 1_500, height: 1_500, channels: 3, noise, background: 'black' },
  })
    .png({ compressionLevel: 0 })
    .toBuffer()
  expect(picture.length).toBeGreaterThan(4 * 1_048_576)
  const started = await fetch(server.url + path, { method: 'POST', headers })
  expect(started.status).toBe(201)
  const { id, putUrl } = startBody.parse(await started.json())
  expect(new URL(putUrl).origin).toBe(s3.endpoint)
  expect(putUrl).not.toContain('a%20secret')
  expect((await fetch(putUrl, { method: 'PUT', body: new Uint8Array(picture) })).status).toBe(200)
  const done = await fetch(`${server.url}${path}/${id}`, { method: 'POST', headers })
  expect(done.status).toBe(201)
  const { url } = imageBody.parse(await done.json())
  expect([...s3.objects.keys()].filter((key) => key.startsWith('uploads/'))).toEqual([])
  const shown = await fetch(server.url + url)
  expect(shown.headers.get('content-type')).toBe('image/webp')
  // `toEqual` would compare millions of bytes one by one while the connection waits.
  const kept = s3.objects.get(url.replace(/-1500x1500/, '-1500').slice(1))?.bytes
  expect(kept?.equals(Buffer.from(await shown.arrayBuffer()))).toBe(true)
  expect((await fetch(`${server.url}${path}/${id}`, { method: 'POST', headers })).status).toBe(404)
})

test('returns 403 when another site starts or finishes an upload', async () => {
  for (const end of ['', '/x']) {
    const response = await fetch(server.url + path + end, {
      method: 'POST',
      headers: { ...headers, Origin: 'https://evil.example' },
    })
    expect(response.status).toBe(403)
  }
})
