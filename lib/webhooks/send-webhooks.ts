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

/**
 * Maximum number of concurrent requests, at most one per site: a slow receiver delays only its own.
 */
const concurrency = 16

/** Maximum duration of a run in milliseconds, below the limit of serverless platforms. */
const runMs = 40_000

let running: Promise<number> | undefined
let isRequested = false

/**
 * Sends due webhooks until none is left. Each process has one run at a time; a call during a run
 * makes it check for new webhooks again. Several processes may run this concurrently.
 * @returns the number of webhooks delivered
 * @throws DatabaseUnavailable
 */
export function sendDueWebhooks(): Promise<number> {
  // The database of a preview deployment may be a copy with webhooks that production sends.
  if (env().VERCEL_ENV === 'preview') return Promise.resolve(0)
  isRequested = true
  running ??= run().finally(() => {
    running = undefined
  })
  return running
}

async function run(): Promise<number> {
  const end = Date.now() + runMs
  const sending = new Set<Promise<void>>()
  let delivered = 0
  let failure: unknown
  const send = async (webhook: DueWebhook) => {
    try {
      if (await attempt(webhook)) delivered++
    } catch (error) {
      failure = error
    }
  }
  try {
    while (isRequested && failure === undefined && Date.now() < end) {
      isRequested = false
      const isFirst = sending.size === 0
      const webhook = sending.size < concurrency ? await leaseDueWebhook() : undefined
      if (webhook) {
        const sent = send(webhook).finally(() => sending.delete(sent))
        sending.add(sent)
      } else if (sending.size > 0) await Promise.race(sending)
      // A request that has finished, even during the query, allows another one to the same site.
      if (webhook || !isFirst) isRequested = true
    }
  } finally {
    await Promise.all(sending)
  }
  if (failure !== undefined) throw failure
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
 * Returns the body: the type, and the comment as the API returns it, without an address. A comment
 * that is no longer public, or was not held, has no text.
 */
function bodyOf(webhook: DueWebhook): string {
  const { type, createdAt, slug, url, commentId, status, authorName, content, commentedAt } =
    webhook
  const isShown =
    type !== 'comment.deleted' &&
    (status === 'published' || (status === 'pending' && type === 'comment.held'))
  const comment = toComment({
    id: commentId,
    status: isShown ? 'published' : 'deleted',
    postSlug: slug,
    authorName,
    content,
    createdAt: commentedAt,
  })
  const data = { slug, url: threadUrl({ slug, url }), comment }
  return JSON.stringify({ type, timestamp: createdAt.toISOString(), data })
}
