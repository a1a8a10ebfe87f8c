import 'server-only'
import { env } from '@/lib/env'

/** What mail needs to be sent: `parseEnv` refuses `SMTP_URL` without the rest. */
export type MailSettings = {
  smtpUrl: string
  from: string
  /** Whom the blog itself writes to; nobody where no owner is named. */
  owner: string | undefined
  /** The blog's public origin, for links. */
  origin: string
}

/** The same, and what the blog is called when a mail leaves. */
export type Sender = MailSettings & { blogName: string }

/** The settings, or undefined where no mail is sent: then none is put into the outbox either. */
export function mailSettings(): MailSettings | undefined {
  const { SMTP_URL, SITE_URL, MAIL_FROM, NOTIFY_EMAIL, OWNER_EMAIL } = env()
  const owner = NOTIFY_EMAIL ?? OWNER_EMAIL
  const from = MAIL_FROM ?? owner
  return SMTP_URL && SITE_URL && from
    ? { smtpUrl: SMTP_URL, from, owner, origin: SITE_URL }
    : undefined
}

/** Whether replies can be told by mail, so that nothing promises what will not come. */
export function sendsMail(): boolean {
  return mailSettings() !== undefined
}
