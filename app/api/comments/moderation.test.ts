import { expect, test } from 'vitest'
import { type Added, startCommentWriter, validComment } from '@/test/comments/comment-writer'
import { asNewClient } from '@/test/new-client'

const { server, post } = await startCommentWriter({ COMMENT_MODERATION: 'all' })

test('holds every comment with COMMENT_MODERATION=all', async () => {
  const { response, json } = await post({
    ...validComment,
    content: 'A sentence that harms nobody.',
  })
  expect(response.status).toBe(201)
  expect((json as Added).status).toBe('pending')
  expect(
    (await server.request('/api/comments?slug=hello', { headers: asNewClient() })).json,
  ).toMatchObject({ count: 0 })
})
