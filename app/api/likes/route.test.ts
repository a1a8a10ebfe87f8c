import { expect, test } from 'vitest'
import { limits } from '@/lib/rate-limit/rate-limit'
import { startCommentWriter } from '@/test/comments/comment-writer'
import { asNewClient } from '@/test/new-client'

const { server, database, add } = await startCommentWriter()

/** Likes something as JSON. The response is validated against `openapi.yaml`. */
const like = async (fields: Record<string, unknown>, headers = asNewClient()) => {
  const { response, json } = await server.request('/api/likes', {
    method: 'POST',
    body: JSON.stringify({ slug: 'hello', ...fields }),
    headers: { 'content-type': 'application/json', ...headers },
  })
  return [response.status, json]
}

/** Likes something as a browser without JavaScript does. */
const likePlainly = (fields: Record<string, string>, headers = asNewClient()) =>
  server.request('/api/likes', {
    method: 'POST',
    body: new URLSearchParams({ slug: 'hello', ...fields }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })

const read = async (path: string) => (await fetch(server.url + path)).text()
const thread = async () =>
  (await server.request('/api/threads?slug=hello', { headers: asNewClient() })).json

test('likes a comment and its post, even if comments are closed', async () => {
  const { id } = await add({ content: 'Likeable' })
  const client = asNewClient()
  expect(await like({ comment: id, liked: true }, client)).toEqual([
    200,
    { slug: 'hello', likes: 1, liked: true },
  ])
  expect(await like({ comment: String(id), liked: true })).toEqual([
    200,
    { slug: 'hello', likes: 2, liked: true },
  ])
  expect(await like({ comment: id }, client)).toEqual([
    200,
    { slug: 'hello', likes: 1, liked: false },
  ])
  expect(await like({ comment: '' })).toEqual([200, { slug: 'hello', likes: 1, liked: true }])
  expect(await thread()).toMatchObject({ likes: 1, comments: [{ likes: 1 }] })
  expect(await read('/api/comments?slug=hello')).not.toContain('likes')
  expect(await like({ slug: 'closed' })).toEqual([200, { slug: 'closed', likes: 1, liked: true }])
})

test('a plain form redirects to the liked comment or post, with the new number', async () => {
  const { id } = await add({ content: 'Plainly likeable', slug: 'other' })
  const own = `/posts/other/comments/${id}`
  expect(await read(own)).toContain(`value="${id}"`)
  const ofComment = await likePlainly({ slug: 'other', comment: String(id) })
  expect([ofComment.response.status, ofComment.response.headers.get('location')]).toEqual([
    303,
    `${own}#comment-${id}`,
  ])
  expect(await read(own)).toContain('Like Ada’s comment</span><span>1</span>')
  const ofPost = await likePlainly({ slug: 'other', comment: '' })
  expect(ofPost.response.headers.get('location')).toBe('/posts/other#like')
  expect(await read('/posts/other')).toContain('Like this post</span><span>1</span>')
})

test('rejects invalid, unknown and cross-site likes', async () => {
  expect(await like({ comment: 'first' })).toMatchObject([400, { errors: [{ field: 'comment' }] }])
  expect(await like({ liked: 'yes' })).toMatchObject([400, { errors: [{ field: 'liked' }] }])
  expect(await like({ comment: 4_000_000_000 })).toMatchObject([404, { code: 'not-found' }])
  expect(await like({ slug: 'draft' })).toMatchObject([404, { code: 'not-found' }])
  const foreign = { ...asNewClient(), origin: 'https://evil.example' }
  expect(await like({}, foreign)).toMatchObject([403, { code: 'cross-site' }])
  const { response, text } = await likePlainly({ slug: 'draft' })
  expect([response.status, response.headers.get('content-type')]).toEqual([
    404,
    'text/html; charset=utf-8',
  ])
  expect(text).toContain('Not found')
})

test('limits the likes of a network', async () => {
  const client = asNewClient()
  const likes = []
  for (let count = 0; count <= limits.likes.quota; count++) likes.push(await like({}, client))
  expect(likes.map(([status]) => status)).toEqual([
    ...Array.from({ length: limits.likes.quota }, () => 200),
    429,
  ])
})

test('hides and rejects likes while reactions are off', async () => {
  const { id } = await add({ content: 'Liked before' })
  await like({ comment: id })
  await database.query(`INSERT INTO blog_settings (options) VALUES ('{"reactions": false}')`)
  expect(await like({})).toMatchObject([403, { code: 'reactions-off' }])
  expect(await read(`/posts/hello/comments/${id}`)).not.toContain('class="like"')
  await add({ content: 'Any change' })
  expect(await thread()).toMatchObject({ likes: 0, comments: [{ likes: 0 }, { likes: 0 }, {}] })
})
