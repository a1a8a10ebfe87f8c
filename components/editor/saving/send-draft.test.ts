import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { emptyDraft } from '@/test/editor/saver-scene'
import { sendDraft } from './send-draft'

/** The responses to the next PUT and the next GET. */
const responses = { put: { status: 200, body: '' }, get: { status: 200, body: '' } }

const server = createServer((request, response) => {
  const { status, body } = request.method === 'PUT' ? responses.put : responses.get
  request.resume().on('end', () => response.writeHead(status).end(body))
}).listen(0, '127.0.0.1')
await once(server, 'listening')
afterAll(() => server.close())

const address = server.address()
const saveUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/draft`
const send = () => sendDraft(saveUrl, { base: 1, ...emptyDraft })
const theirs = {
  revision: 3,
  ...emptyDraft,
  content: 'theirs',
  id: 1,
  state: 'draft',
  savedBy: 'Ada',
}

test('returns the revision of a successful save', async () => {
  responses.put = {
    status: 200,
    body: '{"revision":2,"savedAt":"2026-01-01T00:00:00.000Z","state":"draft","slug":"a-post"}',
  }
  expect(await send()).toEqual({ kind: 'saved', revision: 2, slug: 'a-post' })
})

test('returns the server version and its author after a conflict', async () => {
  responses.put = {
    status: 409,
    body: '{"code":"post-changed","theirs":{"revision":3,"savedAt":"now"}}',
  }
  responses.get = { status: 200, body: JSON.stringify(theirs) }
  expect(await send()).toEqual({
    kind: 'conflict',
    theirs: { revision: 3, draft: { ...emptyDraft, content: 'theirs' }, by: 'Ada' },
  })
})

test.each([
  ['a conflict whose server version cannot be fetched', 409, '{"code":"post-changed"}', 503],
  ['a server error', 500, '{"code":"internal-error"}', 200],
  ['a rate limit', 429, '{"code":"too-many-requests"}', 200],
  ['a gateway error that is not JSON', 502, '<html>Bad gateway</html>', 200],
  ['the page of a captive portal', 200, '<html>Pay for the network</html>', 200],
  ['a null response', 200, 'null', 200],
])('returns `unavailable` for %s', async (_, status, body, getStatus) => {
  responses.put = { status, body }
  responses.get = { status: getStatus, body: JSON.stringify(theirs) }
  expect(await send()).toEqual({ kind: 'unavailable' })
})

test('distinguishes an expired session and a rejected draft', async () => {
  responses.put = { status: 401, body: '{"code":"unauthorized"}' }
  expect(await send()).toEqual({ kind: 'signed-out' })
  responses.put = {
    status: 400,
    body: JSON.stringify({
      detail: 'The title is too long.',
      errors: [{ field: 'title', message: 'is too long' }],
    }),
  }
  expect(await send()).toEqual({
    kind: 'refused',
    detail: 'The title is too long.',
    errors: [{ field: 'title', message: 'is too long' }],
  })
})

test('returns `unavailable` without throwing when the server is unreachable', async () => {
  expect(await sendDraft('http://127.0.0.1:1/draft', { base: 1, ...emptyDraft })).toEqual({
    kind: 'unavailable',
  })
})
