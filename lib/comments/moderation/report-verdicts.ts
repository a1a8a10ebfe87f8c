import 'server-only'
import type { Actor } from '@/lib/auth/actor'
import { reportToAkismet } from '@/lib/comments/screening/akismet'
import { query } from '@/lib/db/client'
import { env } from '@/lib/env'
import type { Judged } from './moderation'

/**
 * Reports to Akismet which comments the staff marked as spam, or as no spam. Call after the commit.
 */
export async function reportVerdicts(actor: Actor, outcomes: Judged[]): Promise<void> {
  if (!env().AKISMET_KEY) return
  const reported = outcomes.filter(
    (one) =>
      one.done && (one.status === 'spam' || (one.from === 'spam' && one.status !== 'deleted')),
  )
  const comments = await query((client) =>
    client.comment.findMany({
      where: { id: { in: reported.map(({ id }) => id) } },
      select: { id: true, content: true, authorName: true, post: { select: { slug: true } } },
    }),
  )
  await Promise.all(
    comments.map(({ id, content, authorName, post }) => {
      const isSpam = reported.some((one) => one.id === id && one.done && one.status === 'spam')
      return reportToAkismet(
        actor,
        { id, slug: post.slug, content, authorName },
        isSpam ? 'spam' : 'published',
      )
    }),
  )
}
