import 'server-only'
import { after } from 'next/server'
import { sendsMail } from '@/lib/mail/mail-settings'
import { sendDueMails } from '@/lib/mail/send-due-mails'

/**
 * Lets what a request put into the outbox leave as soon as it is answered. What does not leave then is the timer's. Only
 * within a request: it throws elsewhere.
 */
export function sendMailsAfter(): void {
  if (!sendsMail()) return
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
