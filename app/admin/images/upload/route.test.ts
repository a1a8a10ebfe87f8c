import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '@/lib/auth/actor'
import { db } from '@/lib/db/client'
import { addActor } from '@/test/authorisation/actors'
import { addSession } from '@/test/authorisation/sessions'
import { ownDatabase } from '@/test/database/database'
import { startServer, type TestServer } from '@/test/servers/server'

process.env.AUTH_SECRET = 'test secret of at least 32 characters'
const DATABASE_URL = await ownDatabase()
const path = '/admin/images/upload'

let server: TestServer
let owner: Actor
let session: string
beforeAll(async () => {
  owner = await addActor('owner')
  session = `session=${(await addSession(owner)).cookie}`
  server = await startServer({ DATABASE_URL })
})

const picture = (width: number, height = 40) =>
  sharp({ create: { width, height, channels: 3, background: { r: width % 256, g: 9, b: 200 } } })
    .png()
    .toBuffer()

type Sent = { body: Buffer; type?: string; headers?: Record<string, string> }
const send = ({ body, type = 'image/png', headers = {} }: Sent) =>
  fetch(server.url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { Cookie: session, 'Content-Type': type, ...headers },
    body: new Uint8Array(body),
  })

/** Submits the plain form as a browser does without JavaScript. */
function submit(bytes: Buffer, name = 'hill.png') {
  const body = new FormData()
  body.set('image', new File([new Uint8Array(bytes)], name, { type: 'image/png' }))
  const headers = {
    Cookie: session,
    Accept: 'text/html,*/*;q=0.8',
    Origin: server.url,
    'Sec-Fetch-Site': 'same-origin',
  }
  return fetch(server.url + path, { method: 'POST', redirect: 'manual', headers, body })
}

/** Returns an image of more than 4 MB: noise, which no image format compresses. */
const large = () =>
  sharp({
    create: {
      width: 1_300,
      height: 1_300,
      channels: 3,
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
      background: 'black',
    },
  })
    .png({ compressionLevel: 0 })
    .toBuffer()

test('returns 201 with the URL and size of the image, whatever its original name', async () => {
  for (const type of ['image/png', 'image/jpeg', 'application/octet-stream']) {
    const response = await send({ body: await picture(640), type })
    expect(response.status).toBe(201)
    expect(await response.json()).toEqual({
      url: expect.stringMatching(/^\/images\/[0-9a-f]{32}-640x40\.webp$/),
      width: 640,
      height: 40,
    })
    expect(response.headers.get('cache-control')).toBe('no-store')
  }
  expect(await db().image.count({ where: { width: 640 } })).toBe(1)
})

test('redirects a plain form to the image list, which shows the Markdown to insert', async () => {
  const response = await submit(await picture(641))
  expect(response.status).toBe(303)
  expect(response.headers.get('location')).toMatch(
    /^\/admin\/images\?added=%2Fimages%2F[0-9a-f]{32}-641x40\.webp$/,
  )
  const imageList = await fetch(server.url + (response.headers.get('location') ?? ''), {
    headers: { Cookie: session },
  })
  expect(await imageList.text()).toMatch(/value="!\[\]\(\/images\/[0-9a-f]{32}-641x40\.webp\)"/)
})

test.each([
  [
    'a file that is not an image',
    'unsupported-media-type',
    async () => Buffer.from('<script>alert(1)</script>'),
  ],
  ['a broken image', 'image', async () => (await picture(400, 400)).subarray(0, 200)],
  ['nothing', 'image', async () => Buffer.alloc(0)],
  ['more than 4 MB', 'body-too-large', large],
])('redirects a form with %s to the image list with the error', async (_, error, make) => {
  const response = await submit(await make())
  expect(response.headers.get('location')).toBe(`/admin/images?error=${error}`)
})

describe('400', () => {
  test.each([
    ['a truncated image', async () => (await picture(400, 400)).subarray(0, 200)],
    [
      'a decompression bomb',
      () =>
        sharp({ create: { width: 16_000, height: 16_000, channels: 3, background: 'black' } })
          .png()
          .toBuffer(),
    ],
  ])('%s', async (_, make) => {
    const response = await send({ body: await make() })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      code: 'invalid-parameters',
      errors: [{ field: 'image' }],
    })
  })

  test('an invalid form', async () => {
    const response = await send({
      body: Buffer.from('no form'),
      type: 'multipart/form-data; boundary=x',
    })
    expect(await response.json()).toMatchObject({ status: 400, code: 'malformed-request' })
  })
})

test('returns 403 for a cross-site request, even with a session cookie', async () => {
  const before = await db().image.count()
  for (const headers of [
    { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
  ]) {
    expect((await send({ body: await picture(642), headers })).status).toBe(403)
  }
  expect(await db().image.count()).toBe(before)
})

test('returns 413 for more than 4 MB, with or without Content-Length', async () => {
  const body = await large()
  expect(body.length).toBeGreaterThan(4 * 1_048_576)
  expect((await send({ body })).status).toBe(413)
  const stream = new Blob([new Uint8Array(body)]).stream()
  const init = {
    method: 'POST',
    headers: { Cookie: session, 'Content-Type': 'image/png' },
    body: stream,
    duplex: 'half',
  }
  expect((await fetch(server.url + path, init)).status).toBe(413)
})

test.each([
  ['words', 'text/plain', Buffer.from('words')],
  ['an image sent as JSON', 'application/json', Buffer.from('{}')],
  ['a page sent as an image', 'image/png', Buffer.from('<!doctype html>')],
  [
    'an SVG that refers to another file',
    'image/svg+xml',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>'),
  ],
])('returns 415 for %s', async (_, type, body) => {
  const response = await send({ body, type })
  expect(await response.json()).toMatchObject({ status: 415, code: 'unsupported-media-type' })
})

test('returns 404 for a direct upload if no object store is configured', async () => {
  for (const end of ['/to-store', `/to-store/${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}`]) {
    expect(
      (await fetch(server.url + path + end, { method: 'POST', headers: { Cookie: session } }))
        .status,
    ).toBe(404)
  }
})
