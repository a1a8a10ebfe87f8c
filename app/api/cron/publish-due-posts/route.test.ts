import { beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '@/lib/auth/actor'
import { db } from '@/lib/db/client'
import { deletePost } from '@/lib/posts/editing/delete-post'
import { publishPost, scheduleUpdate } from '@/lib/posts/editing/publish-post'
import { saveEditedPost } from '@/lib/posts/editing/save-edited-post'
import { timers } from '@/lib/timers/timers'
import { addActor } from '@/test/authorisation/actors'
import { addPost } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { isNightly } from '@/test/nightly'
import { startServer } from '@/test/servers/server'
import vercel from '@/vercel.json'

const DATABASE_URL = await ownDatabase()
const server = await startServer({ DATABASE_URL })
let owner: Actor
beforeAll(async () => {
  owner = await addActor('owner')
})

const read = async (path: string) => (await fetch(server.url + path)).text()
const timer = async (name: string, method = 'POST') =>
  (
    await server.request(`/api/cron/${name}`, {
      method,
      headers: { authorization: 'Bearer test cron secret' },
    })
  ).json

/** Inserts a scheduled post. */
async function schedule(slug: string): Promise<void> {
  const { id } = await addPost(slug, { draft: true, title: `On ${slug}` })
  await publishPost(owner, id, new Date(Date.now() + 3_600_000))
}

const makeDue = (slug: string) =>
  db().post.update({ where: { slug }, data: { publishedAt: new Date(Date.now() - 1_000) } })

describe('a post whose publication time has passed', () => {
  test('appears on cached home, post and feed pages, and is published once', async () => {
    await schedule('nine-oclock')
    expect(await read('/')).not.toContain('On nine-oclock')
    expect(await read('/posts/nine-oclock')).not.toContain('On nine-oclock')
    expect(await timer('publish-due-posts')).toEqual({ published: 0 })
    await makeDue('nine-oclock')
    // Readers get the cached pages until the timer runs.
    expect(await read('/')).not.toContain('On nine-oclock')
    expect(await timer('publish-due-posts')).toEqual({ published: 1 })
    expect(await read('/')).toContain('On nine-oclock')
    expect(await read('/posts/nine-oclock')).toContain('On nine-oclock')
    expect(await timer('publish-due-posts', 'GET')).toEqual({ published: 0 })
  })

  test('appears in all cached lists of posts and on the pages of its neighbours', async () => {
    await addPost('like-it')
    await schedule('latecomer')
    const tag = (slug: string, tags: string[]) =>
      db().post.update({ where: { slug }, data: { tags } })
    await tag('like-it', ['late'])
    await tag('latecomer', ['late', 'latecomer'])
    const places = [
      '/archive',
      '/tags',
      '/tags/late',
      '/feed.xml',
      '/tags/late/feed.xml',
      '/sitemap.xml',
      '/llms.txt',
      '/posts/like-it',
    ]
    const shown = /On latecomer|\/(?:posts|tags)\/latecomer/
    for (const path of places) expect(await read(path), path).not.toMatch(shown)
    await makeDue('latecomer')
    await timer('publish-due-posts')
    for (const path of places) expect(await read(path), path).toMatch(shown)
  })

  test('appears on the cached archive page of its year', async () => {
    await addPost('of-2012')
    await db().post.update({
      where: { slug: 'of-2012' },
      data: { publishedAt: new Date('2012-01-01') },
    })
    await timer('publish-due-posts')
    await schedule('in-march')
    expect(await read('/archive/2012')).not.toContain('On in-march')
    await db().post.update({
      where: { slug: 'in-march' },
      data: { publishedAt: new Date('2012-03-02') },
    })
    await timer('publish-due-posts')
    expect(await read('/archive/2012')).toContain('On in-march')
  })

  if (isNightly)
    test('is published by the next server if none was running', async () => {
      await schedule('overslept')
      await makeDue('overslept')
      const nextServer = await startServer({ DATABASE_URL })
      const response = await fetch(`${nextServer.url}/api/cron/publish-due-posts`, {
        method: 'POST',
        headers: { authorization: 'Bearer test cron secret' },
      })
      expect(await response.json()).toEqual({ published: 1 })
    })
})

test('a scheduled update appears on cached pages, and its old URL redirects', async () => {
  const { id } = await addPost('before-update')
  const fields = { summary: '', tags: [], cover: '', coverAlt: '', content: 'Updated words.' }
  const changed = { ...fields, base: 1, slug: 'after-update', title: 'Updated title' }
  await saveEditedPost(owner, id, changed)
  await scheduleUpdate(owner, id, new Date(Date.now() + 3_600_000))
  await timer('publish-due-posts')
  expect(await read('/posts/before-update')).not.toContain('Updated')
  expect(await read('/')).not.toContain('Updated')
  await db().workingCopy.update({ where: { postId: id }, data: { updateAt: new Date(0) } })
  expect(await timer('publish-due-posts')).toEqual({ published: 1 })
  expect(await read('/')).toContain('Updated title')
  const moved = await fetch(`${server.url}/posts/before-update`)
  expect(moved.url).toBe(`${server.url}/posts/after-update`)
  expect(await moved.text()).toContain('Updated words.')
  expect(await timer('publish-due-posts')).toEqual({ published: 0 })
})

test('a separate timer removes a post 30 days after its deletion', async () => {
  const { id } = await addPost('old')
  await deletePost(owner, id)
  expect(await timer('forget-deleted-posts')).toEqual({ deleted: 0 })
  await db().$executeRaw`UPDATE posts SET deleted_at = now() - interval '31 days' WHERE id = ${id}`
  expect(await timer('forget-deleted-posts', 'GET')).toEqual({ deleted: 1 })
})

test('vercel.json and the server’s schedule have both timers', () => {
  for (const name of ['publish-due-posts', 'forget-deleted-posts']) {
    expect(vercel.crons.map(({ path }) => path)).toContain(`/api/cron/${name}`)
  }
  expect(timers).toContainEqual({ path: '/api/cron/publish-due-posts', everyMs: 15_000 })
  expect(timers.map(({ path }) => path)).toContain('/api/cron/forget-deleted-posts')
})

test('returns 401 without the secret', async () => {
  for (const name of ['publish-due-posts', 'forget-deleted-posts']) {
    expect((await server.request(`/api/cron/${name}`, { method: 'POST' })).response.status).toBe(
      401,
    )
  }
})
