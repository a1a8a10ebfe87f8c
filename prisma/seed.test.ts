import { expect, test } from 'vitest'
import { db } from '@/lib/db'
import { ownDatabase } from '@/lib/testing/database'
import { seed } from './seed'

await ownDatabase()

test('what the example posts’ readers wrote passes the judge, to the last comment', async () => {
  expect(await seed()).toBe(true)
  const held = await db().comment.findMany({
    where: { status: { in: ['pending', 'spam'] } },
    select: { content: true, screening: true },
  })
  expect(held).toEqual([])
  expect(await db().comment.count({ where: { status: 'published' } })).toBeGreaterThan(20)
})
