import 'server-only'
import { after } from 'next/server'
import type { Actor } from '@/lib/auth/actor'
import type { Judged } from '@/lib/comments/moderation/moderation'
import { reportVerdicts } from '@/lib/comments/screening/akismet'
import { messageOf } from '@/lib/errors'
import { isMailEnabled } from '@/lib/mail/mail-settings'
import { sendDueMails } from '@/lib/mail/send-due-mails'
import type { SaveOutcome } from '@/lib/posts/editing/save-edited-post'
import { fetchMissingPreviews } from '@/lib/posts/link-cards/fetch-missing-previews'
import { errorType } from '@/lib/telemetry/measure'
import { isPageSlug } from '@/lib/threads/thread-slug'
import { sendDueWebhooks } from '@/lib/webhooks/send-webhooks'
import { purgePost } from './purge-pages'

/** Sends a queue after the response. The timer retries failed entries. */
function sendAfter(
  queue: string,
  send: () => Promise<unknown>,
  describe: (error: unknown) => string = messageOf,
): void {
  after(() =>
    send().catch((error: unknown) =>
      console.warn(`${queue} could not be sent (${describe(error)})`),
    ),
  )
}

/**
 * Sends queued e-mails after the response. Logs only the type of an error, because its message may
 * contain an address.
 */
export function sendMailsAfter(): void {
  if (isMailEnabled()) sendAfter('mail: the outbox', sendDueMails, errorType)
}

/**
 * Sends queued webhooks after the response to a change of these threads. Posts have no webhooks.
 */
export function sendWebhooksAfter(...slugs: string[]): void {
  if (slugs.some(isPageSlug)) sendAfter('webhooks: the queue', sendDueWebhooks)
}

/**
 * Revalidates the pages of threads whose comments changed. After the response, sends the e-mails
 * and webhooks that the change queued.
 */
export function afterCommentChange(...slugs: string[]): void {
  for (const slug of slugs) purgePost(slug)
  sendMailsAfter()
  sendWebhooksAfter(...slugs)
}

/**
 * Revalidates pages, sends mail and reports spam verdicts after a moderation action.
 * @returns the outcomes
 */
export function afterVerdicts(actor: Actor | undefined, outcomes: Judged[]): Judged[] {
  afterCommentChange(...new Set(outcomes.flatMap((one) => (one.done ? [one.postSlug] : []))))
  if (actor) after(() => reportVerdicts(actor, outcomes))
  return outcomes
}

/** Fetches previews of a saved post's new links after the response. */
export function fetchPreviewsAfter({ slug, hasNewLinks }: SaveOutcome, content: string): void {
  if (!hasNewLinks) return
  after(async () => {
    await fetchMissingPreviews(content)
    // The post may have been published in the meantime.
    purgePost(slug)
  })
}
