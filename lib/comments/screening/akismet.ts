import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import type { Judged } from '@/lib/comments/moderation/moderation'
import { query } from '@/lib/db/client'
import { env } from '@/lib/env'
import { truncate } from '@/lib/text/truncate'
import { threadUrl } from '@/lib/threads/thread-url'
import type { Commenter, Draft } from './draft'
import { doubt, type Finding, spam } from './rules/rules'

/** Timeout in milliseconds, the same as for other external services. */
const timeoutMs = 2_000

/**
 * Sends a comment to Akismet (https://akismet.com/developers/), which identifies the blog by its
 * URL. Passes on the author's network, as the service requires, without storing it.
 * @throws Error if there is no response within two seconds or its status is not 2xx
 */
async function sendToAkismet(
  url: URL | string,
  draft: Draft,
  commenter: Commenter,
): Promise<Response> {
  const { AKISMET_KEY = '', SITE_URL = '' } = env()
  const response = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({
      api_key: AKISMET_KEY,
      blog: SITE_URL,
      // The /64 of an IPv6 address, as elsewhere.
      user_ip: commenter.network?.replace(/\/64$/, '') ?? '',
      user_agent: commenter.userAgent ?? '',
      permalink: new URL(threadUrl({ slug: draft.slug, url: '' }), SITE_URL).href,
      comment_type: 'comment',
      comment_author: draft.authorName,
      ...(draft.authorEmail !== undefined && { comment_author_email: draft.authorEmail }),
      comment_content: draft.content,
      blog_charset: 'UTF-8',
    }),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (!response.ok) throw new Error(`status ${response.status}`)
  return response
}

/** Logs a failure without its message, which may contain personal data. */
const warn = (failure: string, error: unknown) =>
  console.warn(`akismet: ${failure} (${error instanceof Error ? error.name : 'unknown'})`)

/** Returns Akismet's finding, if a key is configured. A missing response counts as a doubt. */
export async function checkWithAkismet(
  draft: Draft,
  commenter: Commenter,
  isAccepted: () => Promise<boolean>,
): Promise<Finding | undefined> {
  const { AKISMET_KEY, AKISMET_URL } = env()
  if (!AKISMET_KEY || !(await isAccepted())) return undefined
  try {
    const response = await sendToAkismet(AKISMET_URL, draft, commenter)
    const text = truncate(await response.text(), 100).trim()
    if (text === 'true') return spam('akismetSpam')
    if (text === 'false') return undefined
    const help = response.headers.get('x-akismet-debug-help')
    console.warn(`akismet: unexpected response${help ? ` (${truncate(help, 200)})` : ''}`)
    return doubt('akismetUnclear')
  } catch (error) {
    warn('no response', error)
    return doubt('akismetFailed')
  }
}

/**
 * Reports to Akismet which comments the staff marked as spam or as not spam. Logs failures.
 * @throws AppError `unauthorized`; DatabaseUnavailable
 */
export async function reportVerdicts(actor: Actor | undefined, outcomes: Judged[]): Promise<void> {
  requireRole(actor, 'moderator')
  const { AKISMET_KEY, AKISMET_URL } = env()
  if (!AKISMET_KEY) return
  const judged = outcomes.flatMap((one) => (one.done ? [one] : []))
  const spamIds = judged.filter(({ status }) => status === 'spam').map(({ id }) => id)
  const hamIds = judged
    .filter(({ from, status }) => from === 'spam' && status !== 'spam' && status !== 'deleted')
    .map(({ id }) => id)
  const comments = await query((client) =>
    client.comment.findMany({
      where: { id: { in: [...spamIds, ...hamIds] } },
      select: { id: true, content: true, authorName: true, thread: { select: { slug: true } } },
    }),
  )
  await Promise.all(
    comments.map(({ id, content, authorName, thread: { slug } }) => {
      const url = new URL(spamIds.includes(id) ? 'submit-spam' : 'submit-ham', AKISMET_URL)
      return sendToAkismet(url, { slug, content, authorName }, {}).catch((error: unknown) =>
        warn('the report failed', error),
      )
    }),
  )
}
