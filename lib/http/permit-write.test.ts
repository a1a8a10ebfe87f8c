import { beforeAll, describe, expect, test } from 'vitest'
import { siteKeyHash } from '@/lib/threads/find-site'
import { addSite } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { permitWrite } from './permit-write'

process.env.ALLOWED_ORIGINS = 'https://friend.example'
await ownDatabase()

const site = 'https://blog.example.org'
const slug = 'blog.example.org/2024/hello'
const key = 'the-key-of-the-site'
const otherKey = 'the-key-of-another-site'

beforeAll(async () => {
  await addSite([site, 'https://www.example.org'], { keyHash: siteKeyHash(key) })
  await addSite(['https://other.example'], { keyHash: siteKeyHash(otherKey) })
})

const permit = (headers: Record<string, string>, to = slug) =>
  permitWrite(
    new Headers({ host: 'comments.example', 'x-forwarded-for': '192.0.2.1', ...headers }),
    to,
  )
const withKey = (token: string, headers: Record<string, string> = {}) => ({
  authorization: `Bearer ${token}`,
  ...headers,
})

describe('a write to a page is permitted', () => {
  test('to the origins of its site, which the response names', async () => {
    for (const origin of [site, 'https://www.example.org'])
      expect(await permit({ origin, 'sec-fetch-site': 'cross-site' })).toMatchObject({
        origin,
        site: { origins: [site, 'https://www.example.org'] },
        client: '192.0.2.1',
      })
  })

  test('to this blog’s own page of the thread', async () => {
    for (const headers of [
      { origin: 'https://comments.example', 'sec-fetch-site': 'same-origin' },
      { origin: 'https://comments.example' },
      { 'sec-fetch-site': 'same-origin' },
    ]) {
      const permission = await permit(headers)
      expect(permission.site).toBeDefined()
      expect(permission.origin).toBeUndefined()
    }
  })

  test('to a server with the site’s key, which may name the reader', async () => {
    expect(await permit(withKey(key))).toMatchObject({ client: '192.0.2.1' })
    for (const [named, client] of [
      ['203.0.113.9', '203.0.113.9'],
      [' 203.0.113.9:4711 ', '203.0.113.9'],
      ['2001:db8:1:2:3::4', '2001:db8:1:2::/64'],
    ])
      expect(await permit(withKey(key, { 'afterword-client-address': named ?? '' }))).toMatchObject(
        { client },
      )
  })
})

describe('a write to a page is refused', () => {
  test.each([
    ['from an unknown origin', { origin: 'https://evil.example' }],
    ['from the origin of another site', { origin: 'https://other.example' }],
    ['from an origin that only starts like the site’s', { origin: `${site}.evil.example` }],
    ['from another scheme', { origin: 'http://blog.example.org' }],
    ['from another port', { origin: `${site}:8443` }],
    ['from a sandboxed frame', { origin: 'null' }],
    ['from an origin that may only write to posts', { origin: 'https://friend.example' }],
    ['without an origin', {}],
    ['from a page of another site', { 'sec-fetch-site': 'cross-site' }],
    ['with an unknown key', withKey('x'.repeat(20))],
    ['with the key of another site', withKey(otherKey)],
    [
      'with the key of another site from its origin',
      withKey(otherKey, { origin: 'https://other.example' }),
    ],
    ['with the site’s key from a browser', withKey(key, { origin: site })],
    ['with the site’s key from this blog', withKey(key, { 'sec-fetch-site': 'same-origin' })],
  ])('%s', async (_, headers) => {
    await expect(permit(headers)).rejects.toMatchObject({ code: 'cross-site' })
  })

  test('if its host belongs to no site, before anything else is checked', async () => {
    for (const unknown of ['unknown.example/', '/', 'example.org/', 'blog.example.org:8443/a'])
      await expect(permit({ origin: site }, unknown)).rejects.toMatchObject({
        code: 'site-unknown',
      })
  })

  test('if the named address is invalid, because all readers would share one limit', async () => {
    for (const named of ['', 'undefined', '192.0.2.1, 192.0.2.2', '10.0.0.256'])
      await expect(
        permit(withKey(key, { 'afterword-client-address': named })),
      ).rejects.toMatchObject({
        code: 'invalid-parameters',
        errors: [{ field: 'Afterword-Client-Address' }],
      })
  })
})

test('without a key, a client address is ignored', async () => {
  const named = { 'afterword-client-address': '203.0.113.9' }
  expect(await permit({ origin: site, ...named })).toMatchObject({ client: '192.0.2.1' })
})

test('a site may not write to posts', async () => {
  for (const headers of [{ origin: site }, { origin: site, ...withKey(key) }])
    await expect(permit(headers, 'hello')).rejects.toMatchObject({ code: 'cross-site' })
})
