/** The scripts, style sheets and fonts of a build, as our own server serves them. */
import { once } from 'node:events'
import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { startServer } from '@/test/servers/server'

const server = await startServer()
afterAll(() => server.stop())

/** Returns the raw response, which `fetch` would decompress. */
async function send(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const clientRequest = request(server.url + path, { method, headers })
  clientRequest.end()
  const [response] = await once(clientRequest, 'response')
  return {
    status: Number(response.statusCode),
    headers: response.headers,
    body: await buffer(response),
  }
}

const home = await (await fetch(server.url)).text()
function namedByHome(pattern: RegExp): string {
  const [name] = pattern.exec(home) ?? []
  if (name === undefined) throw new Error(`no URL in the page matches ${pattern}`)
  return name
}

const packs = { 'accept-encoding': 'gzip, br' }

/** Waits for the compressed response, which is available some time after the first request. */
async function untilReady(path: string) {
  await expect.poll(async () => (await send(path, packs)).headers['content-encoding']).toBe('br')
  return send(path, packs)
}

test.each([/\/_next\/static\/chunks\/[\w~.-]+\.js/, /\/_next\/static\/chunks\/[\w~.-]+\.css/])(
  'a file matching %s is served with the best compression and equal in each encoding',
  async (pattern) => {
    const path = namedByHome(pattern)
    const first = await send(path)
    expect(first.status).toBe(200)
    expect(first.headers['cache-control']).toContain('immutable')
    const small = await untilReady(path)
    const gzipped = await send(path, { 'accept-encoding': 'gzip' })
    const plain = await send(path)
    const head = await send(path, packs, 'HEAD')
    expect(brotliDecompressSync(small.body)).toEqual(first.body)
    expect(gunzipSync(gzipped.body)).toEqual(first.body)
    expect(plain.body).toEqual(first.body)
    expect(small.body.length).toBeLessThan(gzipped.body.length)
    expect([head.status, head.headers['content-length'], head.body.length]).toEqual([
      200,
      String(small.body.length),
      0,
    ])
    for (const name of [
      'cache-control',
      'content-type',
      'vary',
      'x-content-type-options',
      'cross-origin-resource-policy',
    ])
      expect(small.headers[name], name).toBe(first.headers[name])
    expect(small.headers.vary).toMatch(/accept-encoding/i)
    const again = await send(path, { ...packs, 'if-none-match': String(small.headers.etag) })
    expect([again.status, again.body.length]).toEqual([304, 0])
  },
)

test('a font is not compressed again', async () => {
  const path = namedByHome(/\/_next\/static\/media\/[\w~.-]+\.woff2/)
  const first = await send(path, packs)
  expect(first.headers['content-encoding']).toBeUndefined()
  const again = await send(path, packs)
  expect([again.headers['content-encoding'], again.headers['content-type']]).toEqual([
    undefined,
    'font/woff2',
  ])
  expect(again.body).toEqual(first.body)
})

test('serves ranges of a cached file', async () => {
  const path = namedByHome(/\/_next\/static\/chunks\/[\w~.-]+\.js/)
  await untilReady(path)
  const whole = await send(path)
  const part = await send(path, { range: 'bytes=10-19' })
  expect([part.status, part.body]).toEqual([206, whole.body.subarray(10, 20)])
})

test.each([
  '/_next/static/chunks/unknown.js',
  '/_next/static/../server/pages-manifest.json',
  '/_next/static/chunks/../../BUILD_ID',
  '/_next/static/%2e%2e/BUILD_ID',
  '/_next/static/..%2fBUILD_ID',
  '/_next/static/',
])('finds only files of the build: %s', async (path) => {
  for (let time = 0; time < 2; time++)
    expect((await send(path, packs)).status).toBeGreaterThanOrEqual(300)
})

test('files accept only GET and HEAD', async () => {
  const path = namedByHome(/\/_next\/static\/chunks\/[\w~.-]+\.js/)
  await untilReady(path)
  expect((await send(path, packs, 'POST')).status).toBeGreaterThanOrEqual(400)
})
