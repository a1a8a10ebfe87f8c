import { afterAll, describe, expect, test } from 'vitest'
import { parseUrl } from '@/lib/text/parse-url'
import { listenAsForbiddenTarget, noFreePort } from '@/test/link-previews/forbidden-target'
import { listHostileTargets } from '@/test/link-previews/hostile-targets'
import { serveNames } from '@/test/link-previews/serve-names'
import { servePages } from '@/test/link-previews/serve-pages'
import { asNewClient } from '@/test/new-client'
import { startServer } from '@/test/servers/server'
import { hasNoRouteTo, usesDnsServer, withModules } from '@/test/with-module'

const forbidden = await listenAsForbiddenTarget()
if (!forbidden) throw new Error(noFreePort)
afterAll(forbidden.close)
const { written, disguised, named } = listHostileTargets(forbidden.port)

/** A public address, assigned to someone who must receive no requests. */
const innocentAddress = '11.0.0.1'

/** Resolves to a public address on the first lookup and to the target from then on. */
const flips = new Map<string, number>()
const names = await serveNames((name) => {
  if (!name.startsWith('flip')) return named.get(name) ?? 'no such name'
  const lookups = (flips.get(name) ?? 0) + 1
  flips.set(name, lookups)
  // Each lookup sends two queries, one for each address family.
  return lookups <= 2 ? [innocentAddress] : ['127.0.0.1', '::1']
})
afterAll(names.close)

/** An allowed page, like those of an intranet, that redirects to the `to` parameter of its URL. */
const gateway = await servePages((request, response) => {
  const to = new URL(request.url ?? '/', 'http://a').searchParams.get('to') ?? ''
  response.writeHead(302, { location: to }).end()
})
afterAll(gateway.close)

const server = await startServer({
  LINK_PREVIEW_ALLOW_ORIGINS: gateway.origin,
  TRUSTED_PROXY_HOPS: '1',
  ...withModules(usesDnsServer(names), hasNoRouteTo(innocentAddress)),
})
const send = async (url: string) => {
  const { json } = await server.request(`/api/og-metadata?url=${encodeURIComponent(url)}`, {
    headers: asNewClient(),
  })
  return json
}

const refused = { status: 400, code: expect.stringMatching(/^invalid-(?:url|parameters)$/) }
const unreachable = {
  type: '/docs/errors#target-unreachable',
  title: 'Target unreachable',
  status: 500,
  detail: 'The page could not be reached on the public internet.',
  code: 'target-unreachable',
  requestId: expect.any(String),
}

test('the target counts connections', async () => {
  await fetch(`http://127.0.0.1:${forbidden.port}/`)
  await fetch(`http://[::1]:${forbidden.port}/`)
  expect(forbidden.caught.splice(0)).toEqual(['127.0.0.1', '::1'])
})

test('has at least 200 different targets', () => {
  expect(new Set(written).size).toBe(written.length)
  expect(written.length).toBeGreaterThanOrEqual(200)
})

describe('opens no connection', () => {
  test.each(written)('to %s, rejected by its spelling', async (url) => {
    expect(await send(url)).toMatchObject(refused)
    expect(forbidden.caught).toEqual([])
  })

  test.each(disguised)('to the address that follows the host in %s', async (url) => {
    expect(await send(url)).toEqual(unreachable)
    expect(forbidden.caught).toEqual([])
  })

  test.each([...named])('to %s, which resolves to %j', async (name) => {
    for (const scheme of ['http', 'https'])
      expect(await send(`${scheme}://${name}:${forbidden.port}/`)).toEqual(unreachable)
    expect(forbidden.caught).toEqual([])
  })

  test.each([1, 2, 3])('to a name that resolves to a public address at first (%i)', async (n) => {
    const code = expect.stringMatching(/^target-/)
    expect(await send(`http://flip-${n}.afterword-test.org:${forbidden.port}/`)).toMatchObject({
      status: 500,
      code,
    })
    expect(forbidden.caught).toEqual([])
    expect(flips.get(`flip-${n}.afterword-test.org`)).toBe(2)
  })

  test.each(written.filter((url) => parseUrl(url) && !url.startsWith('data:')))(
    'through a redirect to %s',
    async (url) => {
      expect(await send(`${gateway.origin}/?to=${encodeURIComponent(new URL(url).href)}`)).toEqual(
        unreachable,
      )
      expect(forbidden.caught).toEqual([])
    },
  )

  test.each([...named.keys()])('through a chain of redirects that ends at %s', async (name) => {
    let url = `http://${name}:${forbidden.port}/`
    for (let hop = 0; hop < 4; hop++) url = `${gateway.origin}/?to=${encodeURIComponent(url)}`
    expect(await send(url)).toEqual(unreachable)
    expect(forbidden.caught).toEqual([])
  })
})
