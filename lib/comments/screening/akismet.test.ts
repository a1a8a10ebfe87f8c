import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import type { Judged } from '@/lib/comments/moderation/moderation'
import { addComment } from '@/lib/comments/writing/add-comment'
import { db } from '@/lib/db/client'
import { addActor } from '@/test/authorisation/actors'
import { addPost } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { reportVerdicts } from './akismet'

/** An Akismet server: takes a form and returns one word. Each test sets the response. */
let respond: RequestListener = () => {}
let requests: { path: string; form: URLSearchParams }[] = []
const server = createServer((request, response) => {
  void text(request).then((body) => {
    requests.push({ path: request.url ?? '', form: new URLSearchParams(body) })
    respond(request, response)
  })
}).listen(0, '127.0.0.1')
await once(server, 'listening')
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
const address = server.address()
process.env.AKISMET_KEY = 'key-of-the-tests'
const port = typeof address === 'object' ? address?.port : 0
process.env.AKISMET_URL = `http://127.0.0.1:${port}/1.1/comment-check`
process.env.SITE_URL = 'https://blog.example.org'
await ownDatabase()
await addPost('hello')

const respondWith =
  (word: string, headers: Record<string, string> = {}, status = 200): RequestListener =>
  (_, response) =>
    response.writeHead(status, headers).end(word)
const write = (content: string, trap = '') =>
  addComment(
    { slug: 'hello', content, author_name: 'Ada', author_email: 'ada@reader.example' },
    { network: '2001:db8:1:2::/64', userAgent: 'Browser/1', trap },
  )
const reasonsOf = async (id: number) =>
  (await db().comment.findUniqueOrThrow({ where: { id } })).screening

beforeEach(() => {
  requests = []
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})

test('sends a comment to Akismet before it is published', async () => {
  respond = respondWith('false')
  const { status } = await write('A comment that nobody minds.')
  expect(status).toBe('published')
  expect(requests.map(({ path }) => path)).toEqual(['/1.1/comment-check'])
  expect(Object.fromEntries(requests[0]?.form ?? [])).toEqual({
    api_key: 'key-of-the-tests',
    blog: 'https://blog.example.org',
    user_ip: '2001:db8:1:2::',
    user_agent: 'Browser/1',
    permalink: 'https://blog.example.org/posts/hello',
    comment_type: 'comment',
    comment_author: 'Ada',
    comment_author_email: 'ada@reader.example',
    comment_content: 'A comment that nobody minds.',
    blog_charset: 'UTF-8',
  })
})

test("marks a comment as spam on Akismet's verdict and stores the reason", async () => {
  respond = respondWith('true', { 'X-akismet-pro-tip': 'discard' })
  const { comment, status } = await write('A comment that somebody minds.')
  expect(status).toBe('spam')
  expect(await reasonsOf(comment.id)).toContainEqual({
    rule: 'akismet',
    verdict: 'spam',
    reason: 'Akismet classified the comment as spam.',
  })
})

test('does not call Akismet for rejected or repeated comments', async () => {
  respond = respondWith('false')
  const send = (fields: { slug?: string; parent_id?: number }, key?: string) =>
    addComment(
      { slug: 'hello', content: 'A comment without a place.', author_name: 'Ada', ...fields },
      {},
      key === undefined ? undefined : { text: key, isSecret: false },
    )
  await addPost('closed')
  await db().post.update({ where: { slug: 'closed' }, data: { commentsClosed: true } })
  await expect(send({ slug: 'nowhere' })).rejects.toMatchObject({ code: 'not-found' })
  await expect(send({ slug: 'closed' })).rejects.toMatchObject({ code: 'comments-closed' })
  await expect(send({ parent_id: 999_999 })).rejects.toMatchObject({ code: 'not-found' })
  expect(requests).toEqual([])
  const first = await send({}, 'a-key-of-a-form')
  await db().comment.update({ where: { id: first.comment.id }, data: { textHash: '' } })
  expect((await send({}, 'a-key-of-a-form')).comment.id).toBe(first.comment.id)
  expect(requests).toHaveLength(1)
})

test('does not call Akismet for comments that are held anyway', async () => {
  expect((await write('A comment in the trap.', 'x')).status).toBe('spam')
  expect(requests).toEqual([])
})

test.each<[string, RequestListener]>([
  ['an error', respondWith('', {}, 500)],
  ['a wrong key', respondWith('invalid', { 'X-akismet-debug-help': 'Wrong key.' })],
  ['nonsense', respondWith('<html>')],
  ['a redirect elsewhere', respondWith('', { Location: 'http://127.0.0.1:1/' }, 302)],
  ['a broken connection', (_, response) => void response.destroy()],
])('records %s as a reason and publishes the comment', async (name, listener) => {
  respond = listener
  const { comment, status } = await write(`Written while Akismet gave ${name}.`)
  expect(status).toBe('published')
  expect(await reasonsOf(comment.id)).toContainEqual(
    expect.objectContaining({ rule: 'akismet', verdict: 'published' }),
  )
})

test('waits two seconds for Akismet, records the timeout and publishes the comment', async () => {
  respond = () => {}
  const begun = performance.now()
  const { comment, status } = await write('Written while nobody answers.')
  expect(status).toBe('published')
  expect(performance.now() - begun).toBeLessThan(3_000)
  expect(await reasonsOf(comment.id)).toContainEqual({
    rule: 'akismet',
    verdict: 'published',
    reason: 'Akismet did not respond.',
  })
  expect(JSON.stringify(vi.mocked(console.warn).mock.calls)).not.toMatch(/2001|ada|Written/)
})

test('reports verdicts to Akismet for staff only', async () => {
  respond = respondWith('false')
  const { comment } = await write('A comment to moderate.')
  requests = []
  const outcome = { id: comment.id, done: true, judgementId: 1, postSlug: 'hello' } as const
  const outcomes: Judged[] = [{ ...outcome, from: 'published', status: 'spam' }]
  await reportVerdicts(await addActor('moderator'), outcomes)
  expect(requests.map(({ path }) => path)).toEqual(['/1.1/submit-spam'])
  await expect(reportVerdicts(undefined, outcomes)).rejects.toMatchObject({ code: 'unauthorized' })
})

test('reports ham when a spam verdict is undone, even for a pending comment', async () => {
  respond = respondWith('false')
  const staff = await addActor('owner')
  const { comment } = await write('A comment that was taken for spam.')
  requests = []
  for (const status of ['pending', 'published', 'deleted'] as const) {
    await reportVerdicts(staff, [
      { id: comment.id, done: true, judgementId: 1, from: 'spam', status, postSlug: 'hello' },
    ])
  }
  expect(requests.map(({ path }) => path)).toEqual(['/1.1/submit-ham', '/1.1/submit-ham'])
})
