import 'server-only'
import { after } from 'next/server'
import { messageOf } from '@/lib/errors'
import { isPageSlug } from '@/lib/threads/thread-slug'
import { sendDueWebhooks } from '@/lib/webhooks/send-webhooks'

/**
 * Sends queued webhooks after the response to a change of these threads. Posts have no webhooks.
 * The timer sends those that fail.
 */
export function sendWebhooksAfter(...slugs: string[]): void {
  if (!slugs.some(isPageSlug)) return
  after(async () => {
    try {
      await sendDueWebhooks()
    } catch (error) {
      console.warn(`webhooks: the queue could not be sent (${messageOf(error)})`)
    }
  })
}
