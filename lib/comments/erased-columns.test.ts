import { expect, test } from 'vitest'
import { db } from '@/lib/db/client'
import { ownDatabase } from '@/test/database/database'
import { erasedNetwork, erasedText } from './erased-columns'

await ownDatabase()

/** Columns that an erased comment keeps. None of them contains personal data. */
const remaining = [
  'id',
  'post_id',
  'parent_id',
  'thread_id',
  'answered_id',
  'depth',
  'published_replies',
  'status',
  'created_at',
  'edited_at',
  'edited_by',
  'verified_at',
  'reply_told_at',
  'is_newcomer',
  'staff_id',
  'votes_up',
  'votes_down',
  'likes',
]

test('every column of comments is erased with its author’s data or listed here', async () => {
  const rows = await db().$queryRaw<{ name: string }[]>`
    SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'comments'`
  const erased = [...`${erasedText.sql} ${erasedNetwork.sql}`.matchAll(/(\w+) = /g)].map(
    ([, name]) => name,
  )
  expect(rows.map(({ name }) => name).sort()).toEqual([...remaining, ...erased].sort())
})
