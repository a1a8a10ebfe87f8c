import 'server-only'
import type { Actor } from '@/lib/auth/actor'
import { tellAkismet } from '@/lib/comments/screening/tell-akismet'
import { query } from '@/lib/db'
import { env } from '@/lib/env'
import type { CommentStatus } from './moderation'

/** A verdict that is committed: on which comment, and what it was before. */
export type GivenVerdict = { id: number; from: CommentStatus; to: CommentStatus }

/**
 * Tells who learns from it what the staff decided, undone verdicts among it: what became spam, and what is none after
 * all. To be called once it is committed; nobody need wait for it.
 */
export async function afterVerdict(actor: Actor, verdicts: GivenVerdict[]): Promise<void> {
  if (!env().AKISMET_KEY) return
  const told = verdicts.filter(({ from, to }) => to === 'spam' || (from === 'spam' && to === 'published'))
  const comments = await query((client) =>
    client.comment.findMany({
      where: { id: { in: told.map(({ id }) => id) } },
      select: { id: true, content: true, authorName: true, post: { select: { slug: true } } },
    }),
  )
  await Promise.all(
    comments.map(({ id, content, authorName, post }) => {
      const isSpam = told.some((one) => one.id === id && one.to === 'spam')
      return tellAkismet(actor, { id, slug: post.slug, content, authorName }, isSpam ? 'spam' : 'published')
    }),
  )
}
