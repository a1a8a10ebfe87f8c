import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { db } from '@/lib/db/client'
import { ownDatabase } from '@/test/database/database'
import { tallyRefusal } from './tally-refusals'

await ownDatabase()

const stored = () =>
  db().viewRefusal.findMany({ select: { reason: true, views: true }, orderBy: { reason: 'asc' } })

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout'] }))
afterEach(() => vi.useRealTimers())

test('combines refusals by reason in one delayed write and adds later ones', async () => {
  for (let n = 0; n < 10_000; n++) tallyRefusal('too-many')
  tallyRefusal('cross-site')
  expect(vi.getTimerCount()).toBe(1)
  expect(await stored()).toEqual([])
  vi.advanceTimersByTime(5_000)
  vi.useRealTimers()
  const first = [
    { reason: 'cross-site', views: 1 },
    { reason: 'too-many', views: 10_000 },
  ]
  await expect.poll(stored).toEqual(first)
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  tallyRefusal('cross-site')
  vi.advanceTimersByTime(5_000)
  vi.useRealTimers()
  await expect.poll(async () => (await stored())[0]).toEqual({ reason: 'cross-site', views: 2 })
})
