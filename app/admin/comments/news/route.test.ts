import { expect, test } from 'vitest'
import { db } from '@/lib/db/client'
import { addActor } from '@/test/authorisation/actors'
import { addSession } from '@/test/authorisation/sessions'
import { addComment, addPost } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { startServer } from '@/test/servers/server'

process.env.AUTH_SECRET = 'test secret of at least 32 characters'
const DATABASE_URL = await ownDatabase()
const server = await startServer({ DATABASE_URL })

const session = await addSession(await addActor('moderator'))
const { id: postId } = await addPost('hello')

const headers = { cookie: `session=${session.cookie}` }
const request = () => fetch(`${server.url}/admin/comments/news?newest=0`, { headers })

test('returns 200 with the number of new comments', async () => {
  const first = await request()
  expect(await first.json()).toMatchObject({ fresh: 0, counts: { pending: 0 } })
  expect(first.headers.get('cache-control')).toBe('no-store')
  await addComment(postId, { status: 'pending' })
  expect(await (await request()).json()).toMatchObject({ fresh: 1, counts: { pending: 1 } })
})

test('hides the blocks from moderators of certain sites', async () => {
  const actor = await addActor('moderator', 'Moderator of the blog')
  await db().staff.update({ where: { id: actor.staffId }, data: { siteIds: [0] } })
  const headers = { cookie: `session=${(await addSession(actor)).cookie}` }
  const request = (path: string) => fetch(server.url + path, { headers })
  const comments = await request('/admin/comments')
  expect(comments.status).toBe(200)
  expect(await comments.text()).not.toContain('/admin/blocks')
  expect((await request('/admin/blocks')).status).toBe(404)
})
