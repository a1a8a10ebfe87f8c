import { expect, test } from 'vitest'
import { db } from '@/lib/db/client'
import { reservePostId } from '@/lib/posts/editing/create-post'
import { addActor } from '@/test/authorisation/actors'
import { addSession } from '@/test/authorisation/sessions'
import { addPost } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { startServer } from '@/test/servers/server'

process.env.AUTH_SECRET = 'test secret of at least 32 characters'
const DATABASE_URL = await ownDatabase()
const server = await startServer({ DATABASE_URL })
const owner = await addActor('owner')
const headers = { Cookie: `session=${(await addSession(owner)).cookie}` }
const request = (path: string) =>
  fetch(`${server.url}/admin/posts/${path}`, { headers, redirect: 'manual' })

test('returns 200 with the state of a post, uncached', async () => {
  const { id } = await addPost('published')
  const response = await request(`${id}/state`)
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(await response.json()).toEqual({
    status: 'published',
    changed: false,
    revision: 1,
    updateAt: null,
    publishAt: null,
  })
})

test('returns 200 for a deleted post, whose editor may still be open', async () => {
  const { id } = await addPost('gone')
  await db().post.update({ where: { id }, data: { deletedAt: new Date() } })
  expect(await (await request(`${id}/state`)).json()).toMatchObject({ status: 'deleted' })
})

test('returns 200 for a new post, and 404 for an unknown one', async () => {
  const id = await reservePostId(owner)
  expect(await (await request(`${id}/state`)).json()).toMatchObject({ status: 'new', revision: 0 })
  for (const unknown of [id + 1, 'x']) expect((await request(`${unknown}/state`)).status).toBe(404)
})

test('the page for a new post opens an empty editor and creates nothing', async () => {
  const { status, headers } = await request('new')
  expect(status).toBe(307)
  const [, path = ''] = /^\/admin\/posts\/(\d+\?new=1)$/.exec(headers.get('location') ?? '') ?? []
  const editor = await request(path)
  expect(editor.status).toBe(200)
  expect(await editor.text()).toContain('name="base" value="0"')
  expect((await request(path.replace(/\?.*/, ''))).status).toBe(404)
})
