import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { env } from '@/lib/env'
import { truncate } from '@/lib/text/truncate'
import type { Draft, Writer } from './draft'

type Account = { key: string; blog: string | undefined }

/**
 * Builds the form for Akismet (https://akismet.com/developers/comment-check/), which identifies the
 * blog by its URL. The writer's network is passed on, as the service requires, and not stored.
 */
export function akismetForm(
  { content, authorName, authorEmail, slug }: Draft,
  writer: Writer,
  { key, blog }: Account,
): URLSearchParams {
  return new URLSearchParams({
    api_key: key,
    blog: blog ?? '',
    // The /64 of an IPv6 address, as elsewhere.
    user_ip: writer.network?.replace(/\/64$/, '') ?? '',
    user_agent: writer.userAgent ?? '',
    permalink: `${blog ?? ''}/posts/${slug}`,
    comment_type: 'comment',
    comment_author: authorName,
    ...(authorEmail !== undefined && { comment_author_email: authorEmail }),
    comment_content: content,
    blog_charset: 'UTF-8',
  })
}

/** Timeout in milliseconds, the same as for other external services. */
const timeoutMs = 2_000

/**
 * Sends a form and returns the response.
 * @throws Error if there is no response within two seconds or its status is not 2xx
 */
export async function sendToAkismet(
  url: string,
  form: URLSearchParams,
): Promise<{ text: string; help: string | null }> {
  const response = await fetch(url, {
    method: 'POST',
    body: form,
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (!response.ok) throw new Error(`status ${response.status}`)
  return {
    text: truncate(await response.text(), 100).trim(),
    help: response.headers.get('x-akismet-debug-help'),
  }
}

/**
 * Reports a decision of the staff to Akismet, if a key is configured. A failure is logged.
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
    console.warn(`akismet: the report failed (${error instanceof Error ? error.name : 'unknown'})`)
    return false
  }
}
