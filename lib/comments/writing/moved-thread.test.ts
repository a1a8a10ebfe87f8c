import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { db } from '@/lib/db/client'
import { addActor } from '@/test/authorisation/actors'
import { addPage, addComment as addRow, addSite } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { addComment } from './add-comment'

const other = new pg.Client({ connectionString: await ownDatabase() })
await other.connect()
afterAll(() => other.end())
const staff = await addActor('owner')
const { id: siteId } = await addSite(['https://blog.example.org'])

/** Replies to a comment of a page while another transaction runs these statements. */
async function replyDuring(slug: string, parentId: number, statements: string[]) {
  await other.query('BEGIN')
  for (const statement of statements) await other.query(statement)
  const input = { slug, content: 'A reply', author_name: 'Ada', parent_id: parentId }
  const replying = addComment(input, { staff })
  const isWaiting = async () =>
    (
      await db().$queryRaw<unknown[]>`SELECT 1 FROM pg_stat_activity
        WHERE wait_event_type = 'Lock' AND datname = current_database()`
    ).length === 1
  await expect.poll(isWaiting).toBe(true)
  const [reply] = await Promise.all([replying, other.query('COMMIT')])
  return reply
}

test('a reply moves with its thread if that is merged at the same time', async () => {
  const from = await addPage(siteId, 'blog.example.org/old')
  const to = await addPage(siteId, 'blog.example.org/new')
  const parentId = await addRow(from)
  const { comment } = await replyDuring('blog.example.org/old', parentId, [
    `SELECT set_config('afterword.merge', 'on', true)`,
    `UPDATE comments SET post_id = ${to} WHERE post_id = ${from}`,
    `DELETE FROM threads WHERE id = ${from}`,
    `INSERT INTO thread_aliases (slug, thread_id) VALUES ('blog.example.org/old', ${to})`,
  ])
  expect(comment.post_slug).toBe('blog.example.org/new')
  expect(await db().comment.findUnique({ where: { id: comment.id } })).toMatchObject({
    postId: to,
    parentId,
  })
})

test('a reply to a thread that is deleted at the same time is refused', async () => {
  const thread = await addPage(siteId, 'blog.example.org/gone')
  const parentId = await addRow(thread)
  await expect(
    replyDuring('blog.example.org/gone', parentId, [`DELETE FROM threads WHERE id = ${thread}`]),
  ).rejects.toMatchObject({ code: 'not-found' })
})
