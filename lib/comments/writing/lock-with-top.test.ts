import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { db } from '@/lib/db/client'
import { eraseReaderData } from '@/lib/readers/erase-reader-data'
import { addActor } from '@/test/authorisation/actors'
import { addPost, addComment as addRow } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { addComment } from './add-comment'
import { editToken } from './edit-token'
import { deleteComment } from './own-comment'
import { reportComment, reportsToHold } from './report-comment'

const databaseUrl = await ownDatabase()
const top = new pg.Client({ connectionString: databaseUrl })
await top.connect()
afterAll(() => top.end())
// With a long deadlock timeout, a deadlock blocks until the query times out instead of being
// retried.
await top.query(
  `DO $$ BEGIN
    EXECUTE format('ALTER DATABASE %I SET deadlock_timeout = ''1h''', current_database());
  END $$`,
)
const staff = await addActor('owner')
const post = await addPost('threads')

type Row = { id: number; createdAt: Date }

const deleted = (row: Row) => deleteComment(row.id, editToken(row))
const erased = ({ id }: Row) => eraseReaderData({ addressIds: [], commentIds: [id] })
async function held({ id }: Row) {
  await db().commentReport.createMany({
    data: Array.from({ length: reportsToHold - 1 }, (_, n) => ({
      commentId: id,
      networkHash: `of another network ${n}`,
    })),
  })
  return reportComment(id, '192.0.2.1')
}

/** Waits until a number of sessions wait for a lock. */
const waiting = async () =>
  (
    await db().$queryRaw<unknown[]>`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'
      AND datname = current_database()`
  ).length

test.each([
  ['deleted', deleted],
  ['erased with all data of its author', erased],
  ['held for its reports', held],
])(
  'does not deadlock when a comment gets a reply and is %s at the same time',
  async (_, change) => {
    const first = await addRow(post.id)
    const row = await db().comment.findUniqueOrThrow({
      where: { id: await addRow(post.id, { parentId: first }) },
    })
    await top.query('BEGIN')
    await top.query('SELECT 1 FROM comments WHERE id = $1 FOR NO KEY UPDATE', [first])
    const answering = addComment(
      { slug: 'threads', content: 'An answer', author_name: 'Ada', parent_id: row.id },
      { staff },
    )
    await expect.poll(waiting, { timeout: 10_000 }).toBe(1)
    const changing = change(row)
    await expect.poll(waiting, { timeout: 10_000 }).toBe(2)
    await top.query('COMMIT')
    await expect(Promise.all([answering, changing])).resolves.toHaveLength(2)
  },
)
