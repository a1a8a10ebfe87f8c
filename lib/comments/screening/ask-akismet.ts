import 'server-only'
import type { Draft, Reason, Writer } from './screen-comment'
import { env } from '@/lib/env'
import { truncate } from '@/lib/text/truncate'
import { akismetForm, sendToAkismet } from './akismet-request'

const rule = 'akismet'

/**
 * Asks Akismet about a comment, where a key is configured and the comment has a place. Its silence is noted, and holds nothing.
 * @param isTaken whether the comment has a place; asked only where Akismet is
 * @returns what it says; undefined where it finds nothing, or is not to be asked
 * @throws what `isTaken` throws
 */
export async function askAkismet(draft: Draft, writer: Writer, isTaken: () => Promise<boolean>): Promise<Reason | undefined> {
  const { AKISMET_KEY, AKISMET_URL, SITE_URL } = env()
  if (!AKISMET_KEY || !(await isTaken())) return undefined
  try {
    const { text, help } = await sendToAkismet(AKISMET_URL, akismetForm(draft, writer, { key: AKISMET_KEY, blog: SITE_URL }))
    if (text === 'true') return { rule, verdict: 'spam', reason: 'Akismet takes it for spam.' }
    if (text === 'false') return undefined
    console.warn(`akismet: neither yes nor no${help ? ` (${truncate(help, 200)})` : ''}`)
    return silence('was not understood')
  } catch (error) {
    console.warn(`akismet: no answer (${error instanceof Error ? error.name : 'unknown'})`)
    return silence('did not answer')
  }
}

const silence = (what: string): Reason => ({ rule, verdict: 'published', reason: `Akismet was asked, and ${what}.` })
