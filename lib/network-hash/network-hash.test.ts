import { expect, test, vi } from 'vitest'
import { forgetNetworks } from '@/lib/comments/forget-networks'
import { db } from '@/lib/db/client'
import { ownDatabase } from '@/test/database/database'
import { networkHash, recentNetworkHashes } from './network-hash'

await ownDatabase()

test('a day has one salt, though two processes ask for it first at the same time', async () => {
  const at = new Date('2026-01-05T10:00:00Z')
  // Each module of its own remembers for itself, as a process does.
  const modules = []
  for (let index = 0; index < 2; index++) {
    vi.resetModules()
    modules.push(await import('./network-hash'))
  }
  // Both have their connection, so that the two do meet.
  await Promise.all(modules.map(() => db().$queryRaw`SELECT pg_sleep(0.2)::text`))
  const hashes = await Promise.all(modules.map((module) => module.networkHash('192.0.2.1', at)))
  expect(new Set(hashes).size).toBe(1)
  expect(await db().dailySalt.count()).toBe(1)
})

test('the same network has another hash the next day, and is known by both', async () => {
  const [late, early] = [new Date('2026-02-01T23:59:59.999Z'), new Date('2026-02-02T00:00:00Z')]
  const [before, after] = [
    await networkHash('192.0.2.1', late),
    await networkHash('192.0.2.1', early),
  ]
  expect(before).not.toBe(after)
  expect(await recentNetworkHashes('192.0.2.1', early)).toEqual([after, before])
  // Another network is known by neither.
  expect(await recentNetworkHashes('192.0.2.2', early)).not.toContain(after)
})

test('a network is known for 48 hours at least, and by nobody once the salts are gone', async () => {
  const at = new Date('2026-03-01T22:00:00Z')
  const hash = await networkHash('192.0.2.1', at)
  const later = (hours: number) => new Date(at.getTime() + hours * 3_600_000)
  await networkHash('192.0.2.1', later(47))
  await forgetNetworks(later(47))
  expect(await recentNetworkHashes('192.0.2.1', later(47))).toContain(hash)
  await networkHash('192.0.2.1', later(51))
  await forgetNetworks(later(51))
  expect(await recentNetworkHashes('192.0.2.1', later(51))).not.toContain(hash)
  // Nothing makes it again: who asks for that day now draws another salt.
  expect(await networkHash('192.0.2.1', at)).not.toBe(hash)
})

test('no hash holds the address, or depends on anything but the salt and the network', async () => {
  const at = new Date('2026-04-01T00:00:00Z')
  expect(await networkHash('192.0.2.1', at)).toMatch(/^[\w-]{43}$/)
  expect(await networkHash('2001:db8::/64', at)).not.toBe(
    await networkHash('2001:db8:0:1::/64', at),
  )
})
