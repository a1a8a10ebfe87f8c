import 'server-only'
import { after } from 'next/server'
import type { Actor } from '@/lib/auth/actor'
import type { Judged } from '@/lib/comments/moderation/moderation'
import { reportVerdicts } from '@/lib/comments/screening/akismet'
import { purgePost } from './purge-pages'
import { sendMailsAfter } from './send-mails-after'
import { sendWebhooksAfter } from './send-webhooks-after'

/**
 * Revalidates the pages of threads whose comments changed. After the response, sends the mails and
 * webhooks that the change queued.
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
