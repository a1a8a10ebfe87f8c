import { expect, test } from 'vitest'
import { db } from '@/lib/db/client'
import { ownDatabase } from '@/test/database/database'
import { noteFlood } from './screen-comment'

await ownDatabase()

test('stores a flood without queueing a mail if mail is not configured', async () => {
  await Promise.all([noteFlood(true), noteFlood(true)])
  expect(await db().commentFlood.findMany()).toMatchObject([{ isOngoing: true }])
  expect(await db().outboxMail.count()).toBe(0)
  await noteFlood(false)
  expect(await db().commentFlood.findMany()).toMatchObject([{ isOngoing: null }])
})
