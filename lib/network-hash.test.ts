import { expect, test } from 'vitest'
import { db } from '@/lib/db'
import { ownDatabase } from '@/lib/testing/database'
import { networkHash, recentNetworkHashes } from './network-hash'

await ownDatabase()

const day = (ago: number) => new Date(new Date().setUTCHours(0, 0, 0, 0) - ago * 86_400_000)

test('a network is found under the salts of 48 hours, and not under one that is older', async () => {
  for (const ago of [1, 2, 3]) await db().dailySalt.create({ data: { day: day(ago), salt: new Uint8Array(32).fill(ago) } })
  const hashes = await recentNetworkHashes('192.0.2.1')
  expect(hashes).toHaveLength(3)
  expect(new Set(hashes).size).toBe(3)
  expect(hashes[0]).toBe(await networkHash('192.0.2.1'))
  expect(await recentNetworkHashes('192.0.2.1')).toEqual(hashes)
  expect(await recentNetworkHashes('192.0.2.2')).not.toEqual(hashes)
})
