import 'server-only'
import type { Prisma } from '@/lib/generated/prisma/client'
import type { ForeignComment } from '@/lib/posts/foreign-post'
import { hasVisibleText } from '@/lib/visible-text'
import { commentLimits } from './comment'
import { cleanContent, cleanName } from './comment-input'
import { textHash } from './screening/text-hash'

/** Where a comment stands among those that were written, so that its replies find their place. */
type Place = { id: number; depth: number; parent: Place | undefined; thread: { replies: number } }

/** What is longer than anybody may write here is cut, and says so by its end. */
function cut(text: string, length: number): string {
  const characters = [...text]
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`
}

/** Returns a name as a comment may have it: one visible line. */
function nameOf(name: string): string {
  const line = cleanName(name.replaceAll(/[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu, ' '))
  return cut(hasVisibleText(line) ? line : 'Anonymous', commentLimits.authorNameLengthMax)
}

function textOf(content: string): string {
  return cut(cleanContent(content).replaceAll(/[^\P{Cc}\t\n]/gu, ''), commentLimits.contentLengthMax)
}

/**
 * The comment that a reply is written beneath: the one it answers, or, on the deepest level, the one above that. A thread that
 * is full takes no more: what answers in it stands by itself.
 */
function parentOf(comment: ForeignComment, places: ReadonlyMap<string, Place>): Place | undefined {
  const answered = places.get(comment.parentId)
  if (!answered || answered.thread.replies >= commentLimits.repliesPerThreadMax) return undefined
  return answered.depth < commentLimits.depthMax ? answered : answered.parent
}

/** Those that are answered stand before their answers, whatever the order they come in. */
function inOrder(comments: readonly ForeignComment[]): ForeignComment[] {
  const byTime = [...comments].sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
  const waiting = new Map<string, ForeignComment[]>()
  const ids = new Set(comments.map(({ id }) => id))
  const ordered: ForeignComment[] = []
  for (const comment of byTime) {
    if (!ids.has(comment.parentId)) ordered.push(comment)
    else waiting.set(comment.parentId, [...(waiting.get(comment.parentId) ?? []), comment])
  }
  // The list grows while it is walked: each brings its own answers.
  for (const { id } of ordered) ordered.push(...(waiting.get(id) ?? []))
  return ordered
}

/**
 * Writes the comments a post of another blog had, in its threads and with its dates. The other blog's verdict holds: what
 * was approved is public, what waited waits. No address comes along.
 *
 * @returns how many were written; those that answer one another in a ring are none
 */
export async function importComments(
  transaction: Prisma.TransactionClient,
  postId: number,
  comments: readonly ForeignComment[],
): Promise<number> {
  const places = new Map<string, Place>()
  const ordered = inOrder(comments)
  for (const comment of ordered) {
    const parent = parentOf(comment, places)
    const answered = places.get(comment.parentId)
    const content = textOf(comment.content)
    const { id } = await transaction.comment.create({
      data: {
        postId,
        parentId: parent?.id ?? null,
        answeredId: parent && answered !== parent ? (answered?.id ?? null) : null,
        status: comment.isApproved ? 'published' : 'pending',
        authorName: nameOf(comment.authorName),
        content,
        textHash: textHash(content),
        createdAt: comment.createdAt,
      },
      select: { id: true },
    })
    const thread = parent?.thread ?? { replies: 0 }
    if (parent) thread.replies++
    places.set(comment.id, { id, depth: (parent?.depth ?? 0) + 1, parent, thread })
  }
  return ordered.length
}
