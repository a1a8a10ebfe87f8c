import 'server-only'
import { setTimeout as wait } from 'node:timers/promises'
import { DatabaseUnavailable } from '@/lib/errors'
import { getBlog } from '@/lib/settings/get-blog'
import { composeMail } from './compose-mail'
import { deliverMail } from './deliver-mail'
import { type DueMail, leaseDueMail, noteFailure, noteRetry, noteSent } from './due-mail'
import { type MailSettings, mailSettings, type Sender } from './mail-settings'

/** From one attempt to the next, in minutes; the last goes on (RFC 5321, 4.5.4.1 asks for retries of at least 30 minutes in the long run). */
const pausesMinutes = [1, 5, 15, 60, 240] as const
/** After this a mail says nothing any more that its reader has not found out. */
const givenUpAfterMs = 2 * 86_400_000

/**
 * How long to wait after a failed attempt, in seconds; undefined where the mail is to be given up.
 * @param attempts made so far, 1 or more
 */
export function retryPause(attempts: number, createdAt: Date, at = new Date()): number | undefined {
  const seconds = 60 * (pausesMinutes[attempts - 1] ?? 240)
  return at.getTime() + seconds * 1_000 - createdAt.getTime() > givenUpAfterMs ? undefined : seconds
}

/** A run ends after this, where a platform would cut it off: the timer goes on. */
const runMs = 40_000

let running: Promise<number> | undefined
let isAskedAgain = false

/**
 * Sends what is due, one after another, until nothing is or the server is away. Within a process one run does it: who
 * asks meanwhile makes it look once more.
 * @returns how many left
 * @throws DatabaseUnavailable
 */
export function sendDueMails(): Promise<number> {
  const settings = mailSettings()
  if (!settings) return Promise.resolve(0)
  isAskedAgain = true
  running ??= run(settings).finally(() => {
    running = undefined
  })
  return running
}

async function run(settings: MailSettings): Promise<number> {
  const end = Date.now() + runMs
  const sender: Sender = { ...settings, blogName: (await getBlog()).name }
  let sent = 0
  while (isAskedAgain) {
    isAskedAgain = false
    for (
      let mail = await leaseDueMail();
      mail;
      mail = Date.now() < end ? await leaseDueMail() : undefined
    ) {
      const became = await send(mail, sender)
      if (became === 'sent') sent++
      // The others wait their turn: the next run tries another one.
      if (became === 'server-away') return sent
    }
  }
  return sent
}

async function send(mail: DueMail, sender: Sender): Promise<'sent' | 'not-sent' | 'server-away'> {
  const composed = composeMail(mail, sender)
  if ('obsolete' in composed) {
    await noteFailure(mail.id, `not needed: ${composed.obsolete}`)
    return 'not-sent'
  }
  const delivery = await deliverMail(composed, sender)
  if (delivery.outcome === 'sent') {
    await noteSentForSure(mail.id)
    return 'sent'
  }
  const pause =
    delivery.outcome === 'refused' ? undefined : retryPause(mail.attempts, mail.createdAt)
  const then = pause === undefined ? 'given up' : `again in ${pause / 60} min`
  console.warn(
    `mail ${mail.id} (${mail.kind}): ${delivery.reason}, attempt ${mail.attempts}, ${then}`,
  )
  if (pause === undefined) await noteFailure(mail.id, delivery.reason)
  else await noteRetry(mail.id, pause)
  return delivery.outcome === 'failed' && delivery.isServerAway ? 'server-away' : 'not-sent'
}

/**
 * The server has taken it: were that not noted, it would leave again. A database that is away for a moment is waited
 * for as long as the lease keeps others off.
 */
async function noteSentForSure(id: number): Promise<void> {
  for (let left = 10; ; left--) {
    try {
      await noteSent(id)
      return
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) || left === 0) throw error
      await wait(2_000)
    }
  }
}
