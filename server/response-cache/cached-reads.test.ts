import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { cachedReads } from '@/lib/http/cached-reads'
import { type RequestContext, requestContexts } from '@/lib/telemetry/request-context'
import { threadTag } from '@/lib/threads/thread-tag'
import { isNightly } from '@/test/nightly'
import { createResponseCache } from './response-cache'

const respond = await createResponseCache({
  buildDirectory: '.',
  redisUrl: undefined,
  sharedSeconds: 0,
})
cachedReads.set('/api/threads', {
  keyOf: (parameters) => parameters.get('slug') ?? '',
  count: async () => ({ RateLimit: `"threads";r=${--remaining};t=60` }),
})

let remaining = 100
const newEndpoint = () => ({ renders: 0, body: '{}', before: async () => {} })
/** The response of the endpoint, and what happens before it responds. */
let endpoint = newEndpoint()
beforeEach(() => {
  endpoint = newEndpoint()
})

const server = createServer((request, response) => {
  const context: RequestContext = { id: 'any' }
  const render = async () => {
    endpoint.renders++
    const slug = new URL(request.url ?? '', 'http://localhost').searchParams.get('slug') ?? ''
    const { body } = endpoint
    await endpoint.before()
    context.sharedBody = { key: slug, body, thread: slug }
    response.setHeader('etag', 'W/"a"')
    response.setHeader('content-type', 'application/json')
    response.end(body)
  }
  void requestContexts.run(context, () => respond(request, response, render))
}).listen(0, '127.0.0.1')
await new Promise((resolve) => server.once('listening', resolve))
afterAll(() => void server.close())

const { port } = server.address() as AddressInfo
const get = async (slug: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`http://127.0.0.1:${port}/api/threads?slug=${slug}`, { headers })
  return { body: await response.text(), headers: response.headers }
}

const handler = z.custom<new () => { revalidateTag: (tags: string[]) => Promise<void> }>()
const invalidate = (slug: string) => {
  const Handler = handler.parse(
    Reflect.get(globalThis, Symbol.for('@next/cache-handlers')).FetchCache,
  )
  return new Handler().revalidateTag([threadTag(slug)])
}

test('serves a response until its thread is invalidated, with a new limit each time', async () => {
  await get('a')
  const one = await get('a')
  const two = await get('a')
  expect(endpoint.renders).toBe(1)
  expect(one.headers.get('ratelimit')).not.toBe(two.headers.get('ratelimit'))
  await invalidate('another')
  await get('a')
  expect(endpoint.renders).toBe(1)
  await invalidate('a')
  endpoint.body = '{"new":true}'
  expect((await get('a')).body).toBe('{"new":true}')
})

test('does not serve a response whose thread was invalidated during the read', async () => {
  endpoint.before = async () => {
    endpoint.before = async () => {}
    endpoint.body = '{"new":true}'
    await invalidate('overtaken')
  }
  expect((await get('overtaken')).body).toBe('{}')
  expect((await get('overtaken')).body).toBe('{"new":true}')
})

test('does not keep a response with a cookie', async () => {
  server.prependOnceListener('request', (_, response) => response.setHeader('set-cookie', 'a=b'))
  expect((await get('cookie')).headers.get('set-cookie')).toBe('a=b')
  expect((await get('cookie')).headers.get('set-cookie')).toBeNull()
  expect(endpoint.renders).toBe(2)
})

const isRendered = async (slug: string) => {
  const { renders } = endpoint
  await get(slug)
  return endpoint.renders > renders
}

test('does not keep a very large response', async () => {
  endpoint.body = `"${'x'.repeat(1_100_000)}"`
  for (let n = 0; n < 3; n++) expect(await isRendered('too-large')).toBe(true)
})

if (isNightly)
  test('keeps a limited number of bytes', async () => {
    endpoint.body = `"${'x'.repeat(500_000)}"`
    for (let n = 0; n < 220; n++) await get(`large-${n}`)
    // A response is stored once it is compressed.
    await expect.poll(() => isRendered('large-219')).toBe(false)
    expect(await isRendered('large-0')).toBe(true)
  })

test('passes requests for a range, a preview or React data to the endpoint', async () => {
  await get('plain')
  for (const headers of [{ range: 'bytes=0-' }, { cookie: '__prerender_bypass=x' }, { rsc: '1' }])
    await get('plain', headers)
  expect(endpoint.renders).toBe(4)
})
