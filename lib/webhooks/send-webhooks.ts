import 'server-only'
import { toComment } from '@/lib/comments/comment-row'
import { decrypt } from '@/lib/crypto/encrypt'
import { env } from '@/lib/env'
import { messageOf } from '@/lib/errors'
import { threadUrl } from '@/lib/threads/thread-url'
import {
  type DueWebhook,
  endWebhooks,
  finishWebhook,
  leaseDueWebhook,
  retryWebhook,
} from './due-webhooks'
import { webhookHeaders } from './sign-webhook'

/** Seconds before each retry, almost a day in total. */
const delays = [5, 300, 1_800, 7_200, 18_000, 28_800, 28_800]

const timeoutMs = 10_000

/** Maximum number of concurrent requests of this process. */
const concurrency = 16

/** Maximum duration of a run in milliseconds, below the limit of serverless platforms. */
const runMs = 40_000

let sending = 0

/**
 * Sends due webhooks until none is left. A site gets one request at a time, and a slow receiver
 * delays only its own webhooks. Several calls and processes may run this concurrently.
 * @param end time at which the run starts no further request
 * @returns the number of webhooks that this call delivered
 * @throws DatabaseUnavailable
 */
export async function sendDueWebhooks(end = Date.now() + runMs): Promise<number> {
  // The database of a preview deployment may be a copy with webhooks that production sends.
  if (env().VERCEL_ENV === 'preview' || sending >= concurrency || Date.now() > end) return 0
  sending++
  let webhook: DueWebhook | undefined
  try {
    webhook = await leaseDueWebhook()
  } finally {
    if (!webhook) sending--
  }
  if (!webhook) return 0
  const sent = attempt(webhook).finally(() => sending--)
  const delivered = await Promise.all([
    sent.then(Number),
    // Another webhook of the same site is due only after this request.
    sent.then(() => sendDueWebhooks(end)),
    sendDueWebhooks(end),
  ])
  return delivered.reduce((sum, count) => sum + count)
}

async function attempt(webhook: DueWebhook): Promise<boolean> {
  const { id, siteId, attempts } = webhook
  const { webhookUrl, webhookSecret } = webhook.site
  const secret = decrypt('webhook-secret', webhookSecret)
  if (webhookUrl === '' || secret === undefined) {
    await finishWebhook(id, webhookUrl === '' ? 'no address' : 'no secret')
    return false
  }
  const body = bodyOf(webhook)
  const result = await post(webhookUrl, body, webhookHeaders(secret, `msg_${id}`, body, new Date()))
  if (result === 'delivered') {
    await finishWebhook(id)
    return true
  }
  const delay = delays[attempts - 1]
  if (result === 'status 410') await endWebhooks(siteId, webhookUrl, result)
  else if (delay === undefined) await finishWebhook(id, result)
  else await retryWebhook(id, delay)
  return false
}

/** Sends one request. @returns `delivered`, or why it was not */
async function post(url: string, body: string, headers: Record<string, string>): Promise<string> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers: { ...headers, 'Content-Type': 'application/json' },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    await response.body?.cancel()
    return response.ok ? 'delivered' : `status ${response.status}`
  } catch (error) {
    return messageOf(error)
  }
}

/**
 * Returns the body: the type, and the comment as the API returns it, without an address. Includes
 * its text only if it is public, or still pending in a webhook of the type `held`.
 */
function bodyOf({ type, createdAt, commentId, comment, thread, ...webhook }: DueWebhook): string {
  const slug = thread?.slug ?? webhook.slug
  const isShown =
    type !== 'deleted' &&
    (comment?.status === 'published' || (comment?.status === 'pending' && type === 'held'))
  const shown = toComment({
    id: commentId,
    status: isShown ? 'published' : 'deleted',
    postSlug: slug,
    authorName: comment?.authorName ?? '',
    content: comment?.content ?? '',
    createdAt: comment?.createdAt ?? createdAt,
  })
  const data = { slug, url: threadUrl({ slug, url: thread?.url ?? '' }), comment: shown }
  return JSON.stringify({ type: `comment.${type}`, timestamp: createdAt.toISOString(), data })
}
