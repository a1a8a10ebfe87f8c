import 'server-only'
import { setTimeout as wait } from 'node:timers/promises'
import { DatabaseUnavailable } from '@/lib/errors'
import { runInLanguage } from '@/lib/i18n/languages'
import { getBlog, getNotifiedAddresses } from '@/lib/settings/get-blog'
import { composeMail, languageOf, ObsoleteMail } from './compose-mail'
import { deliverMail, type Mail } from './deliver-mail'
import { type DueMail, finishMail, leaseDueMail, scheduleRetry } from './due-mail'
import { type MailSettings, mailSettings, type Sender } from './mail-settings'

/** Minutes between attempts (RFC 5321, 4.5.4.1); the last value repeats. */
const pausesMinutes = [1, 5, 15, 60, 240] as const
/** Age in milliseconds after which a mail is given up, because it is outdated. */
const givenUpAfterMs = 2 * 86_400_000

/**
 * Returns the pause after a failed attempt in seconds; undefined if the mail should be given up.
 * @param attempts number of attempts so far, at least 1
 */
export function retryPause(attempts: number, createdAt: Date, at = new Date()): number | undefined {
  const seconds = 60 * (pausesMinutes[attempts - 1] ?? 240)
  return at.getTime() + seconds * 1_000 - createdAt.getTime() > givenUpAfterMs ? undefined : seconds
}

/** Maximum duration of a run in milliseconds, below the limit of serverless platforms. */
const runMs = 40_000

let running: Promise<number> | undefined
let isRequested = false

/**
 * Sends due mails one after another until none is left or the server is unavailable. A process runs
 * this once at a time; a call during a run makes it check for new mails again.
 * @returns the number of mails sent
 * @throws DatabaseUnavailable
 */
export function sendDueMails(): Promise<number> {
  const settings = mailSettings()
  if (!settings) return Promise.resolve(0)
  isRequested = true
  running ??= run(settings).finally(() => {
    running = undefined
  })
  return running
}

async function run(settings: MailSettings): Promise<number> {
  const end = Date.now() + runMs
  const [{ name: blogName }, notified] = await Promise.all([getBlog(), getNotifiedAddresses()])
  const owners = notified.length > 0 ? notified : settings.owners
  const sender: Sender = { ...settings, owners, blogName }
  let sent = 0
  while (isRequested) {
    isRequested = false
    for (
      let mail = await leaseDueMail(owners);
      mail;
      mail = Date.now() < end ? await leaseDueMail(owners) : undefined
    ) {
      const result = await send(mail, sender)
      if (result === 'sent') sent++
      // The next run starts with another mail, because this one is delayed.
      if (result === 'server-unavailable') return sent
    }
  }
  return sent
}

async function send(
  mail: DueMail,
  sender: Sender,
): Promise<'sent' | 'not-sent' | 'server-unavailable'> {
  let composed: Mail
  try {
    const language = languageOf(mail) ?? (await getBlog()).language
    composed = await runInLanguage(language, () => composeMail(mail, sender))
  } catch (error) {
    if (!(error instanceof ObsoleteMail)) throw error
    await finishMail(mail.id, `not needed: ${error.message}`)
    return 'not-sent'
  }
  const failed = await deliverMail(composed, sender)
  if (!failed) {
    await markSentWithRetry(mail.id)
    return 'sent'
  }
  const pause = failed.isFinal ? undefined : retryPause(mail.attempts, mail.createdAt)
  const then = pause === undefined ? 'given up' : `again in ${pause / 60} min`
  console.warn(
    `mail ${mail.id} (${mail.kind}): ${failed.reason}, attempt ${mail.attempts}, ${then}`,
  )
  if (pause === undefined) await finishMail(mail.id, failed.reason)
  else await scheduleRetry(mail.id, pause)
  return failed.isServerUnavailable ? 'server-unavailable' : 'not-sent'
}

/** Marks a mail as sent, and retries while the lease lasts; otherwise it would be sent again. */
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
