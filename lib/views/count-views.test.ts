import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { db } from '@/lib/db/client'
import { addPost } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { type AnonymisedView, burstViewsMax, countViews } from './count-views'

await ownDatabase()

let slug = ''

beforeEach(async () => {
  slug = `post-${randomUUID()}`
  await addPost(slug)
})

/** Returns a view by a new reader in a network. */
const viewFrom = (network: string, day: string, referrer?: string): AnonymisedView => ({
  slug,
  refusal: undefined,
  marks: [{ day, hashes: [randomUUID(), network] }],
  referrer,
  device: undefined,
})

const viewsAtLimit = (network: string, day: string) =>
  Array.from({ length: burstViewsMax }, () => viewFrom(network, day))

test('applies the limit to ten full minutes of a network', async () => {
  const network = randomUUID()
  await countViews(viewsAtLimit(network, '2027-06-01'), 'UTC', new Date('2027-06-01T12:00:59Z'))
  const late = await countViews(
    [viewFrom(network, '2027-06-01')],
    'UTC',
    new Date('2027-06-01T12:10:29Z'),
  )
  expect(late).toMatchObject([{ reason: 'suspect' }])
  const later = await countViews(
    [viewFrom(network, '2027-06-01')],
    'UTC',
    new Date('2027-06-01T12:12:00Z'),
  )
  expect(later).toMatchObject([{ reason: null }])
})

test('counts at most thirty views each in two concurrent processes', async () => {
  const network = randomUUID()
  const at = new Date('2027-06-02T12:00:00Z')
  await countViews([viewFrom(randomUUID(), '2027-06-02')], 'UTC', at)
  const outcomes = await Promise.all(
    [0, 1].map(() => countViews(viewsAtLimit(network, '2027-06-02'), 'UTC', at)),
  )
  const shown = outcomes.flat().filter(({ reason }) => reason === null).length
  expect(shown).toBeGreaterThanOrEqual(burstViewsMax)
  expect(shown).toBeLessThanOrEqual(2 * burstViewsMax)
})

test('counts a host once in the daily limit across processes', async () => {
  await db().$executeRaw`
    INSERT INTO view_sources (day, kind, name, shard, views)
    SELECT '2027-06-03', 'referrer', 'host-' || host || '.example', shard, 1
      FROM generate_series(1, 100) AS host, generate_series(0, 15) AS shard`
  await countViews(
    [viewFrom(randomUUID(), '2027-06-03', 'new.example')],
    'UTC',
    new Date('2027-06-03T12:00:00Z'),
  )
  expect(await db().viewSource.count({ where: { name: 'new.example' } })).toBe(1)
  expect(await db().viewSource.count({ where: { name: 'other' } })).toBe(0)
})
