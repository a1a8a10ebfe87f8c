import 'server-only'
import { env } from '@/lib/env'

/** Settings for sending mail. `parseEnv` rejects `SMTP_URL` without the others. */
export type MailSettings = {
  smtpUrl: string
  from: string
  /** The recipients of e-mails about comments. The settings override the environment. */
  owners: readonly string[]
  /** Public origin of the blog, for links. */
  origin: string
}

/** The settings with the current name of the blog. */
export type Sender = MailSettings & { blogName: string }

/** Returns the settings; undefined if mail is not configured, so that none is queued. */
export function mailSettings(): MailSettings | undefined {
  const { SMTP_URL, SITE_URL, MAIL_FROM, NOTIFY_EMAIL, OWNER_EMAIL } = env()
  const owner = NOTIFY_EMAIL ?? OWNER_EMAIL
  const from = MAIL_FROM ?? owner
  return SMTP_URL && SITE_URL && from
    ? { smtpUrl: SMTP_URL, from, owners: owner ? [owner] : [], origin: SITE_URL }
    : undefined
}

/** Returns true if mail is configured. The interface promises e-mails only in that case. */
export function isMailEnabled(): boolean {
  return mailSettings() !== undefined
}
