import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { env } from '@/lib/env'
import { akismetForm, sendToAkismet } from './akismet-request'
import type { Draft } from './draft'

/**
 * Reports a decision of the staff to Akismet through `submit-spam` or `submit-ham`, so that the
 * service learns. Does nothing without a configured key. A failure is logged and ignored.
 *
 * @param verdict the status that staff gave to the comment
 * @returns true if the report was sent
 * @throws AppError `unauthorized`
 */
export async function reportToAkismet(
  actor: Actor | undefined,
  comment: Draft,
  verdict: 'published' | 'spam',
): Promise<boolean> {
  requireRole(actor, 'moderator')
  const { AKISMET_KEY, AKISMET_URL, SITE_URL } = env()
  if (!AKISMET_KEY) return false
  const url = new URL(verdict === 'spam' ? 'submit-spam' : 'submit-ham', AKISMET_URL)
  try {
    await sendToAkismet(url.href, akismetForm(comment, {}, { key: AKISMET_KEY, blog: SITE_URL }))
    return true
  } catch (error) {
    console.warn(`akismet: was not told (${error instanceof Error ? error.name : 'unknown'})`)
    return false
  }
}
