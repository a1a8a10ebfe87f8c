import dns from 'node:dns'
import { hostname } from 'node:os'
import { afterAll, afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { serveNames, type Zone } from '@/test/link-previews/serve-names'
import { servePages } from '@/test/link-previews/serve-pages'
import { fetchPage } from './fetch-page'
import { lookUpLocally, lookUpPublicly } from './look-up-name'

let zone: Zone = () => 'no such name'
const names = await serveNames((name) => zone(name))
const systemServers = dns.promises.getServers()
beforeEach(() => {
  names.questions.length = 0
  dns.setServers([names.address])
})
afterEach(() => dns.setServers(systemServers))
afterAll(names.close)

const { signal } = new AbortController()

describe('a name', () => {
  test.each([
    ['both families', ['1.1.1.1', '8.8.8.8', '2606:4700:4700::1111']],
    ['IPv4 only', ['1.1.1.1']],
    ['IPv6 only', ['2606:4700:4700::1111']],
  ])('returns all its addresses: %s', async (_, addresses) => {
    zone = () => addresses
    expect((await lookUpPublicly('a.example.org', signal)).sort()).toEqual([...addresses].sort())
    expect(names.questions.sort()).toEqual(['A a.example.org', 'AAAA a.example.org'])
  })

  test('that does not exist or has no address is an error', async () => {
    zone = () => 'no such name'
    await expect(lookUpPublicly('a.example.org', signal)).rejects.toMatchObject({
      code: 'ENOTFOUND',
    })
    zone = () => []
    await expect(lookUpPublicly('a.example.org', signal)).rejects.toMatchObject({ code: 'ENODATA' })
  })

  test('is looked up only in the DNS, without hosts file and search domain', async () => {
    zone = () => 'no such name'
    const own = hostname().toLowerCase()
    await expect(lookUpPublicly(own, signal)).rejects.toMatchObject({ code: 'ENOTFOUND' })
    expect(new Set(names.questions)).toEqual(new Set([`A ${own}`, `AAAA ${own}`]))
    expect(await lookUpLocally('localhost', signal)).toContain('127.0.0.1')
  })

  test('is looked up locally if there is no DNS server', async () => {
    const gone = await serveNames(() => [])
    await gone.close()
    dns.setServers([gone.address])
    expect(await lookUpPublicly('localhost', signal)).toContain('127.0.0.1')
  })
})

test('an unresponsive DNS server blocks no other lookups, and callers can abort', async () => {
  zone = (name) => (name.startsWith('slow') ? 'silence' : ['1.1.1.1'])
  const controller = new AbortController()
  const slow = Array.from({ length: 100 }, (_, n) =>
    lookUpPublicly(`slow${n}.example.org`, controller.signal),
  )
  const ends = Promise.allSettled(slow)
  expect(await lookUpPublicly('quick.example.org', signal)).toEqual(['1.1.1.1'])
  controller.abort()
  for (const end of await ends)
    expect(end).toMatchObject({ status: 'rejected', reason: { name: 'AbortError' } })
})

test('looks up a name with changing addresses only once', async () => {
  const page = await servePages((_, response) =>
    response.setHeader('content-type', 'text/html').end('<title>there</title>'),
  )
  onTestFinished(page.close)
  const answers = [['127.0.0.1'], ['127.0.0.2']]
  zone = () => (names.questions.length <= 2 ? answers[0] : answers[1]) ?? []
  const url = new URL(`http://rebinding.example.org:${page.port}/`)
  expect(
    (await fetchPage(url, { allowOrigins: [url.origin], lookup: lookUpPublicly })).status,
  ).toBe(200)
  expect(names.questions).toHaveLength(2)
})
