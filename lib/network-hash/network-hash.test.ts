import { expect, test, vi } from 'vitest'
import { forgetNetworks } from '@/lib/comments/forget-networks'
import { db } from '@/lib/db/client'
import { ownDatabase } from '@/test/database/database'
import { networkHash, recentNetworkHashes } from './network-hash'

await ownDatabase()

test('creates one salt per day, even if two processes need it first at the same time', async () => {
  const at = new Date('2026-01-05T10:00:00Z')
  // Each copy of the module has its own cache, like a process.
  const modules = []
  for (let index = 0; index < 2; index++) {
    vi.resetModules()
    modules.push(await import('./network-hash'))
  }
  // Open both connections first, so that the two calls overlap.
  await Promise.all(modules.map(() => db().$queryRaw`SELECT pg_sleep(0.2)::text`))
  const hashes = await Promise.all(modules.map((module) => module.networkHash('192.0.2.1', at)))
  expect(new Set(hashes).size).toBe(1)
  expect(await db().dailySalt.count()).toBe(1)
})

test('a network has a different hash the next day, and is recognised by both', async () => {
  const late = new Date('2026-02-01T23:59:59.999Z')
  const early = new Date('2026-02-02T00:00:00Z')
  const before = await networkHash('192.0.2.1', late)
  const after = await networkHash('192.0.2.1', early)
  expect(before).not.toBe(after)
  expect(await recentNetworkHashes('192.0.2.1', early)).toEqual([after, before])
  // Another network matches neither hash.
  expect(await recentNetworkHashes('192.0.2.2', early)).not.toContain(after)
})

test('recognises a network for 48 hours, and not after its salts are deleted', async () => {
  const at = new Date('2026-03-01T22:00:00Z')
  const hash = await networkHash('192.0.2.1', at)
  const later = (hours: number) => new Date(at.getTime() + hours * 3_600_000)
  await networkHash('192.0.2.1', later(47))
  await forgetNetworks(later(47))
  expect(await recentNetworkHashes('192.0.2.1', later(47))).toContain(hash)
  await networkHash('192.0.2.1', later(51))
  await forgetNetworks(later(51))
  expect(await recentNetworkHashes('192.0.2.1', later(51))).not.toContain(hash)
  // The hash cannot be computed again: that day now gets a new salt.
  expect(await networkHash('192.0.2.1', at)).not.toBe(hash)
})

test('a hash depends only on salt and network, and does not contain the address', async () => {
  const at = new Date('2026-04-01T00:00:00Z')
  expect(await networkHash('192.0.2.1', at)).toMatch(/^[\w-]{43}$/)
  expect(await networkHash('2001:db8::/64', at)).not.toBe(
    await networkHash('2001:db8:0:1::/64', at),
  )
})
