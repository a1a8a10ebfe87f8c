import { afterAll, expect, test } from 'vitest'
import { newWebhookSecret } from '@/lib/webhooks/sign-webhook'
import { addComment, addPage, addSite } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { asNewClient } from '@/test/new-client'
import { startServer } from '@/test/servers/server'
import { startWebhookReceiver } from '@/test/servers/webhook-receiver'

const AUTH_SECRET = 'test secret of at least 32 characters'
process.env.AUTH_SECRET = AUTH_SECRET
const server = await startServer({
  DATABASE_URL: await ownDatabase(),
  AUTH_SECRET,
  TRUSTED_PROXY_HOPS: '1',
})
const secret = newWebhookSecret()
const receiver = await startWebhookReceiver(secret)
afterAll(receiver.stop)
const origin = 'https://blog.example.org'
const { id: siteId } = await addSite([origin], { webhookUrl: receiver.url, webhookSecret: secret })
const pageId = await addPage(siteId, 'blog.example.org/hello')

test('webhooks are sent right after the response', async () => {
  const headers = { 'content-type': 'application/json', origin, ...asNewClient() }
  const added = await server.request('/api/comments', {
    method: 'POST',
    body: JSON.stringify({ slug: 'blog.example.org/hello', content: 'Words.', author_name: 'Ada' }),
    headers,
  })
  expect(added.response.status).toBe(201)
  const { id, edit_token } = JSON.parse(added.text)
  // The timers of the server start later than this test ends.
  await receiver.next(({ type }) => type === 'comment.published')
  await server.request(`/api/comments/${id}`, {
    method: 'DELETE',
    headers: { ...headers, authorization: `Bearer ${edit_token}` },
  })
  const { data } = await receiver.next(({ type }) => type === 'comment.deleted')
  expect(data.comment).toMatchObject({ id, content: '', author_name: '' })
})

test('webhooks that were left behind are sent by the timer', async () => {
  const id = await addComment(pageId)
  const { json } = await server.request('/api/cron/send-webhooks', {
    method: 'POST',
    headers: { authorization: 'Bearer test cron secret' },
  })
  expect(json).toMatchObject({ deleted: 0 })
  await receiver.next(({ data }) => data.comment.id === id)
})
