import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { env } from '@/lib/env'
import { akismetForm, sendToAkismet } from './akismet-request'
import type { Draft } from './draft'

/**
 * Tells Akismet what somebody of the staff made of a comment, so that it learns: `submit-spam` and `submit-ham`, beside
 * the address it is asked at. Without a configured key nothing is done; that it does not answer is noted, and stops nobody.
 *
 * @param verdict what the comment was found to be
 * @returns whether it was told
 * @throws AppError `unauthorized`
 */
export async function tellAkismet(
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
