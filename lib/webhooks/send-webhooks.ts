import 'server-only'
import { toComment } from '@/lib/comments/comment-row'
import { decrypt } from '@/lib/crypto/encrypt'
import { messageOf } from '@/lib/errors'
import {
  type DueWebhook,
  endWebhooks,
  finishWebhook,
  leaseDueWebhook,
  retryWebhook,
} from './due-webhooks'
import { webhookHeaders } from './sign-webhook'

/** Seconds before each further attempt: together almost a day. */
const delays = [5, 300, 1_800, 7_200, 18_000, 28_800, 28_800]

const timeoutMs = 10_000

/** Requests at once, so that a receiver that does not respond delays few others. */
const concurrency = 8

/**
 * Sends all due webhooks. Several processes may run it at once.
 * @returns the number of webhooks delivered
 * @throws DatabaseUnavailable
 */
export async function sendDueWebhooks(): Promise<number> {
  let delivered = 0
  const send = async () => {
    for (let webhook = await leaseDueWebhook(); webhook; webhook = await leaseDueWebhook())
      if (await attempt(webhook)) delivered++
  }
  await Promise.all(Array.from({ length: concurrency }, send))
  return delivered
}

async function attempt(webhook: DueWebhook): Promise<boolean> {
  const { id, siteId, webhookUrl, attempts } = webhook
  const secret = decrypt('webhook-secret', webhook.webhookSecret)
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
  if (result === 'status 410') await endWebhooks(siteId, result)
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

/** Returns the body: the type, and the public comment as the API returns it, without an address. */
function bodyOf(webhook: DueWebhook): string {
  const { type, createdAt, slug, url, commentId, status, authorName, content, commentedAt } =
    webhook
  const isHidden = type === 'comment.deleted' || (status !== 'published' && status !== 'pending')
  const comment = toComment({
    id: commentId,
    status: isHidden ? 'deleted' : 'published',
    postSlug: slug,
    authorName,
    content,
    createdAt: commentedAt,
  })
  return JSON.stringify({ type, timestamp: createdAt.toISOString(), data: { slug, url, comment } })
}
