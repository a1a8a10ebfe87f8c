import 'server-only'
import { setTimeout as wait } from 'node:timers/promises'
import { staffAddressHashes } from '@/lib/auth/staff-address'
import { coalesce } from '@/lib/concurrency/coalesce'
import { DatabaseUnavailable } from '@/lib/errors'
import { runInLanguage } from '@/lib/i18n/languages'
import { getBlog, getNotifiedAddresses } from '@/lib/settings/get-blog'
import { composeMail, languageOf, ObsoleteMail } from './compose-mail'
import { deliverMail, type FailedDelivery } from './deliver-mail'
import { type DueMail, finishMail, leaseDueMail, scheduleRetry } from './due-mail'
import { queueDigests } from './follows/queue-digests'
import { type MailSettings, mailSettings, type Sender } from './mail-settings'

/** Minutes between attempts (RFC 5321, 4.5.4.1); the last value repeats. */
const pausesMinutes = [1, 5, 15, 60, 240] as const
/** Age in milliseconds after which an e-mail is given up, because it is outdated. */
const givenUpAfterMs = 2 * 86_400_000

/**
 * Returns the pause after a failed attempt in seconds; undefined if the e-mail should be given up.
 * @param attempts number of attempts so far, at least 1
 */
export function retryPause(attempts: number, createdAt: Date, at = new Date()): number | undefined {
  const seconds = 60 * (pausesMinutes[attempts - 1] ?? 240)
  return at.getTime() + seconds * 1_000 - createdAt.getTime() > givenUpAfterMs ? undefined : seconds
}

/** Maximum duration of a run in milliseconds, below the limit of serverless platforms. */
const runMs = 40_000

/**
 * Queues digests, and sends due e-mails one after another until none is left or the server is
 * unavailable. A process runs this once at a time; calls during a run wait for the next one.
 * @returns the number of e-mails sent
 * @throws DatabaseUnavailable
 */
export function sendDueMails(): Promise<number> {
  const settings = mailSettings()
  return settings ? runCoalesced('mails', settings) : Promise.resolve(0)
}

const runCoalesced = coalesce(async (settings: MailSettings): Promise<number> => {
  const end = Date.now() + runMs
  const [{ name: blogName }, notified] = await Promise.all([getBlog(), getNotifiedAddresses()])
  const owners = notified.length > 0 ? notified : settings.owners
  const sender: Sender = { ...settings, owners, blogName }
  let sent = 0
  await queueDigests()
  while (Date.now() < end) {
    const mail = await leaseDueMail()
    const result = mail && (await send(mail, sender))
    if (result === 'sent') sent++
    // The next run starts with another e-mail, because this one is delayed.
    if (!result || result === 'server-unavailable') break
  }
  return sent
})

type Result = 'sent' | 'not-sent' | 'server-unavailable'

/**
 * Returns the owners of each message. Links to moderate act for their recipient, so each owner gets
 * a separate message with them.
 */
function messagesOf(mail: DueMail, { owners }: Sender): (readonly string[])[] {
  const hasLinks = mail.kind === 'comment-new' || mail.kind === 'comment-held'
  if (!hasLinks || owners.length === 0) return [owners]
  const { told: notified = [] } = mail.data
  return owners
    .filter((owner) => !staffAddressHashes(owner).some((one) => notified.includes(one)))
    .map((owner) => [owner])
}

async function send(mail: DueMail, sender: Sender): Promise<Result> {
  const messages = messagesOf(mail, sender)
  const notified = mail.data.told ?? []
  const refusals: string[] = []
  let delayed: FailedDelivery | undefined
  try {
    for (const owners of messages) {
      const messageSender = { ...sender, owners }
      const language = languageOf(mail, messageSender) ?? (await getBlog()).language
      const message = await runInLanguage(language, () => composeMail(mail, messageSender))
      const failed = await deliverMail(message, sender)
      if (failed?.isServerUnavailable) return await retryLater(mail, failed, notified)
      if (failed && !failed.isFinal) {
        // Continue with the other recipients.
        delayed = failed
        continue
      }
      if (failed) refusals.push(logFailure(mail, failed, 'given up'))
      notified.push(...owners.map((owner) => staffAddressHashes(owner)[0]))
    }
  } catch (error) {
    if (!(error instanceof ObsoleteMail)) throw error
    await finishMail(mail.id, `not needed: ${error.message}`)
    return 'not-sent'
  }
  if (delayed) return retryLater(mail, delayed, notified)
  if (refusals.length < messages.length) {
    await markSentWithRetry(mail.id)
    return 'sent'
  }
  await finishMail(mail.id, refusals[0])
  return 'not-sent'
}

/** @param notified the owners who need no further attempt */
async function retryLater(
  mail: DueMail,
  failed: FailedDelivery,
  notified: string[],
): Promise<Result> {
  const pause = retryPause(mail.attempts, mail.createdAt)
  logFailure(mail, failed, pause === undefined ? 'given up' : `again in ${pause / 60} min`)
  if (pause === undefined) await finishMail(mail.id, failed.reason)
  else await scheduleRetry(mail.id, pause, notified)
  return failed.isServerUnavailable ? 'server-unavailable' : 'not-sent'
}

/** Logs a failed attempt, and returns its reason. */
function logFailure(mail: DueMail, { reason }: FailedDelivery, then: string): string {
  console.warn(`mail ${mail.id} (${mail.kind}): ${reason}, attempt ${mail.attempts}, ${then}`)
  return reason
}

/** Marks an e-mail as sent. Retries while the lease lasts, after which it would be sent again. */
async function markSentWithRetry(id: number): Promise<void> {
  for (let left = 10; ; left--) {
    try {
      await finishMail(id)
      return
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) || left === 0) throw error
      await wait(2_000)
    }
  }
}
