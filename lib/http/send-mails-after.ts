import 'server-only'
import { after } from 'next/server'
import { isMailEnabled } from '@/lib/mail/mail-settings'
import { sendDueMails } from '@/lib/mail/send-due-mails'

/** Sends queued mails after the response. The timer sends those that fail. */
export function sendMailsAfter(): void {
  if (!isMailEnabled()) return
  after(async () => {
    try {
      await sendDueMails()
    } catch (error) {
      console.warn(
        `mail: the outbox could not be sent (${error instanceof Error ? error.name : 'unknown'})`,
      )
    }
  })
}
