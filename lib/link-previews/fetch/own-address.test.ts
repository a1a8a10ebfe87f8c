import { networkInterfaces } from 'node:os'
import { expect, test } from 'vitest'
import { isOwnAddress } from './connect-publicly'
import { fetchPage } from './fetch-page'
import { isOwnHost } from './parse-target'

process.env.SITE_URL = 'https://blog.example.org'

const address = (one: string, family: 'IPv4' | 'IPv6') => ({
  address: one,
  family,
  netmask: '',
  mac: '',
  internal: false,
  cidr: null,
})
const interfaces = {
  eth0: [
    { ...address('93.184.215.14', 'IPv4'), family: 'IPv4' as const },
    { ...address('2606:2800:21f:cb07::1', 'IPv6'), family: 'IPv6' as const, scopeid: 0 },
  ],
}

test.each([
  ['93.184.215.14', true],
  ['::ffff:93.184.215.14', true],
  ['2606:2800:021f:cb07:0:0:0:1', true],
  ['93.184.215.15', false],
  ['2606:2800:21f:cb07::2', false],
])('checks whether %s is an address of this machine: %s', (one, isOwn) => {
  expect(isOwnAddress(one, interfaces)).toBe(isOwn)
})

test('recognises every address of this machine', () => {
  for (const { address: one } of Object.values(networkInterfaces()).flatMap((all) => all ?? []))
    expect(isOwnAddress(one)).toBe(true)
})

test.each([
  ['https://blog.example.org/', true],
  ['http://blog.example.org.:8080/a', true],
  ['https://example.org/', false],
  ['https://not-blog.example.org/', false],
])('checks whether %s is this blog: %s', (url, isOwn) => {
  expect(isOwnHost(new URL(url))).toBe(isOwn)
})

test('does not fetch this blog, whatever its name resolves to', async () => {
  const lookup = () => expect.unreachable('it is not even looked up')
  await expect(
    fetchPage(new URL('https://blog.example.org/posts/a'), { lookup }),
  ).rejects.toMatchObject({ code: 'target-unreachable' })
})
