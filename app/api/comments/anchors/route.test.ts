import { expect, test } from 'vitest'
import { db } from '@/lib/db/client'
import { addComment, addPage, addPost, addSite } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { asNewClient } from '@/test/new-client'
import { startServer } from '@/test/servers/server'

const DATABASE_URL = await ownDatabase()
const server = await startServer({ DATABASE_URL, TRUSTED_PROXY_HOPS: '1' })

const { id: postId } = await addPost('a-post')
const { id: siteId } = await addSite(['https://blog.example.org'])
const pageId = await addPage(siteId, 'blog.example.org/hello')

async function addImported(threadId: number, anchor: string, status: 'published' | 'pending') {
  const commentId = await addComment(threadId, { status })
  await db().importedComment.create({
    data: { postId: threadId, sourceId: `isso:${commentId}`, commentId, anchor },
  })
  return commentId
}

const request = (slug: string, anchor: string) =>
  server.request(`/api/comments/anchors?${new URLSearchParams({ slug, anchor })}`, {
    headers: asNewClient(),
  })

test('returns the imported comment of a thread', async () => {
  const id = await addImported(postId, 'isso-7', 'published')
  const other = await addImported(pageId, 'isso-7', 'published')
  expect((await request('a-post', 'isso-7')).json).toEqual({ id })
  expect((await request('blog.example.org/hello', 'isso-7')).json).toEqual({ id: other })
})

test('returns 404 for comments that are not public, unknown anchors and threads', async () => {
  await addImported(postId, 'isso-8', 'pending')
  for (const [slug, anchor] of [
    ['a-post', 'isso-8'],
    ['a-post', 'isso-9'],
    ['no-post', 'isso-7'],
  ] as const) {
    const { response, json } = await request(slug, anchor)
    expect(response.status).toBe(404)
    expect(json).toMatchObject({ code: 'not-found' })
  }
})

test('returns 400 for a missing anchor', async () => {
  const { response } = await server.request('/api/comments/anchors?slug=a-post')
  expect(response.status).toBe(400)
})
