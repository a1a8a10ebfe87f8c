import { beforeEach, expect, test } from 'vitest'
import { query } from '@/lib/db/client'
import { ownDatabase } from '@/test/database/database'
import { endLease, takeLease } from './take-lease'

await ownDatabase()

let count = 0
let key = ''
beforeEach(() => {
  key = `https://example.org/${++count}`
})

const change = (data: { leaseUntil?: Date; freshUntil?: Date }) =>
  query((client) => client.linkPreview.update({ where: { url: key }, data }))
const stored = () =>
  query((client) => client.linkPreview.findUniqueOrThrow({ where: { url: key } }))
const inAnHour = () => new Date(Date.now() + 3_600_000)

test('gives the lease of a new link to one of many concurrent callers', async () => {
  const leases = await Promise.all(Array.from({ length: 20 }, () => takeLease(key)))
  expect(leases.filter(({ isOurs }) => isOurs)).toHaveLength(1)
})

test('leases no fresh row, and a stale row once', async () => {
  const lease = await takeLease(key)
  await endLease(lease, { ...lease.row, title: 'one', freshUntil: inAnHour() })
  expect(await takeLease(key)).toMatchObject({
    isOurs: false,
    row: { title: 'one', leaseUntil: null },
  })
  await change({ freshUntil: new Date(0) })
  expect(await takeLease(key)).toMatchObject({ isOurs: true, row: { title: 'one' } })
  expect(await takeLease(key)).toMatchObject({ isOurs: false, row: { title: 'one' } })
})

test('a lease lasts longer than any fetch, but not longer than a reader waits', async () => {
  const { row } = await takeLease(key)
  const seconds = ((row.leaseUntil?.getTime() ?? 0) - Date.now()) / 1_000
  expect(seconds).toBeGreaterThan(6)
  expect(seconds).toBeLessThan(10)
})

test('gives an expired lease to the next caller, and ignores its former holder', async () => {
  await takeLease(key)
  await change({ leaseUntil: new Date(Date.now() - 1_000) })
  const late = { isOurs: true, row: await stored() }
  const next = await takeLease(key)
  expect(next.isOurs).toBe(true)
  await endLease(late, { ...late.row, title: 'late', freshUntil: inAnHour() })
  expect(await stored()).toMatchObject({ title: '', leaseUntil: next.row.leaseUntil })
  await endLease(next, { ...next.row, title: 'next', freshUntil: inAnHour() })
  expect(await stored()).toMatchObject({ title: 'next', leaseUntil: null })
})
