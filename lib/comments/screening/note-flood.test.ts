import { expect, test } from 'vitest'
import { db } from '@/lib/db/client'
import { ownDatabase } from '@/test/database/database'
import { noteFlood } from './screen-comment'

await ownDatabase()

test('where no mail is sent a flood is kept, and nothing put into the outbox that would never leave it', async () => {
  await Promise.all([noteFlood(true), noteFlood(true)])
  expect(await db().commentFlood.findMany()).toMatchObject([{ isOngoing: true }])
  expect(await db().outboxMail.count()).toBe(0)
  await noteFlood(false)
  expect(await db().commentFlood.findMany()).toMatchObject([{ isOngoing: null }])
})
