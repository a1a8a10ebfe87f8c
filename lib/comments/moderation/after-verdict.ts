import 'server-only'
import type { Actor } from '@/lib/auth/actor'
import { tellAkismet } from '@/lib/comments/screening/tell-akismet'
import { query } from '@/lib/db/client'
import { env } from '@/lib/env'
import type { Judged } from './moderation'

/**
 * Tells who learns from it what the staff decided, undone verdicts among it: what became spam, and what is none after
 * all, be it published or to be judged again. To be called once it is committed; nobody need wait for it.
 */
export async function afterVerdict(actor: Actor, outcomes: Judged[]): Promise<void> {
  if (!env().AKISMET_KEY) return
  const told = outcomes.filter(
    (one) =>
      one.done && (one.status === 'spam' || (one.from === 'spam' && one.status !== 'deleted')),
  )
  const comments = await query((client) =>
    client.comment.findMany({
      where: { id: { in: told.map(({ id }) => id) } },
      select: { id: true, content: true, authorName: true, post: { select: { slug: true } } },
    }),
  )
  await Promise.all(
    comments.map(({ id, content, authorName, post }) => {
      const isSpam = told.some((one) => one.id === id && one.done && one.status === 'spam')
      return tellAkismet(
        actor,
        { id, slug: post.slug, content, authorName },
        isSpam ? 'spam' : 'published',
      )
    }),
  )
}
