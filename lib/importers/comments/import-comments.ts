import 'server-only'
import { commentLimits } from '@/lib/comments/comment'
import { textHash } from '@/lib/comments/screening/text-hash'
import type { Prisma } from '@/lib/generated/prisma/client'
import type { ForeignComment } from '@/lib/importers/imported-post'
import { Losses } from '@/lib/importers/imported-post'
import { textOfComment } from '@/lib/markdown/parse-comment-markdown'
import { hasVisibleText } from '@/lib/text/visible-text'

/** The columns that determine the place of a comment's replies. */
const placeColumns = { id: true, parentId: true, depth: true, threadId: true } as const

type Place = Prisma.CommentGetPayload<{ select: typeof placeColumns }>

/** The result of an import of comments. */
export type ImportedComments = {
  written: number
  /** Descriptions of the data that imported comments lost. */
  lost: string[]
}

/**
 * Returns the parent for a comment: the one it replies to or, at the deepest level, that comment's
 * parent. Replies to a full thread become top-level comments.
 * @param replies the number of replies by thread, which is updated
 */
function parentOf(
  { parentId }: ForeignComment,
  places: ReadonlyMap<string, Place | null>,
  replies: Map<number, number>,
  losses: Losses,
): { parentId: number | null; answeredId: number | null } {
  const onTop = { parentId: null, answeredId: null }
  if (parentId === '') return onTop
  const answered = places.get(parentId)
  if (!answered) {
    losses.note('a reply became a top-level comment: the comment it replies to was not imported')
    return onTop
  }
  const thread = answered.threadId ?? answered.id
  const count = replies.get(thread) ?? 0
  const { depthMax, repliesPerThreadMax } = commentLimits
  if (count >= repliesPerThreadMax) {
    losses.note(
      'a reply became a top-level comment: its thread already has ' +
        `${repliesPerThreadMax.toLocaleString('en')} replies`,
    )
    return onTop
  }
  replies.set(thread, count + 1)
  return answered.depth < depthMax
    ? { parentId: answered.id, answeredId: null }
    : { parentId: answered.parentId, answeredId: answered.id }
}

/**
 * Removes the ids that several comments share, but for the first: a later import recognises these
 * comments by name and date, as it does those without an id.
 */
function withUniqueIds(comments: readonly ForeignComment[]): ForeignComment[] {
  const ids = new Set<string>()
  return comments.map((comment) => {
    if (comment.id !== '' && !ids.has(comment.id)) {
      ids.add(comment.id)
      return comment
    }
    const lost = 'the id of a comment, which was missing or not unique'
    return { ...comment, id: '', lost: [...comment.lost, lost] }
  })
}

/** Sorts comments so that parents come before their replies. */
function inOrder(comments: readonly ForeignComment[]): ForeignComment[] {
  const byTime = [...comments].sort(
    (one, other) => one.createdAt.getTime() - other.createdAt.getTime(),
  )
  const waiting = new Map<string, ForeignComment[]>()
  const ids = new Set(comments.map(({ id }) => id).filter((id) => id !== ''))
  const ordered: ForeignComment[] = []
  for (const comment of byTime) {
    if (!ids.has(comment.parentId)) ordered.push(comment)
    else waiting.set(comment.parentId, [...(waiting.get(comment.parentId) ?? []), comment])
  }
  // The list grows during the loop, as each comment adds its replies.
  for (const { id } of ordered) ordered.push(...(waiting.get(id) ?? []))
  return ordered
}

/**
 * Reads the existing comments of a post.
 * @returns `known`: earlier imports by their original ids, null for erased comments; `byDate`:
 * other comments, which may have been imported before ids were stored; `replies`: their number by
 * thread
 */
async function readPlaces(transaction: Prisma.TransactionClient, postId: number) {
  const imported = await transaction.importedComment.findMany({
    where: { postId },
    select: { sourceId: true, comment: { select: placeColumns } },
  })
  const others = await transaction.comment.findMany({
    where: { postId, imported: { none: {} } },
    select: { ...placeColumns, createdAt: true, authorName: true },
  })
  const threads = await transaction.comment.groupBy({
    by: 'threadId',
    where: { postId, threadId: { not: null } },
    _count: true,
  })
  return {
    known: new Map(imported.map(({ sourceId, comment }) => [sourceId, comment])),
    byDate: new Map(others.map((row) => [`${row.createdAt.toJSON()} ${row.authorName}`, row])),
    replies: new Map(threads.map(({ threadId, _count }) => [threadId ?? 0, _count])),
  }
}

/**
 * Imports the missing comments of a post from another blog, with their threads and dates. Approved
 * comments are public, and pending ones stay pending. Addresses are not imported.
 */
export async function importComments(
  transaction: Prisma.TransactionClient,
  postId: number,
  comments: readonly ForeignComment[],
): Promise<ImportedComments> {
  const losses = new Losses()
  const { known, byDate, replies } = await readPlaces(transaction, postId)
  const places = new Map<string, Place | null>(known)
  const imported: Prisma.ImportedCommentCreateManyInput[] = []
  const ordered = inOrder(withUniqueIds(comments))
  losses.note(
    'a comment that replies to itself through other comments',
    comments.length - ordered.length,
  )
  let written = 0
  for (const comment of ordered) {
    if (known.has(comment.id)) continue
    const lost = new Losses()
    const { authorName, content } = comment
    const earlier = byDate.get(`${comment.createdAt.toJSON()} ${authorName}`)
    if (!earlier && !hasVisibleText(textOfComment(content))) {
      losses.note('a comment without visible text')
      continue
    }
    const place =
      earlier ??
      (await transaction.comment.create({
        data: {
          postId,
          ...parentOf(comment, places, replies, lost),
          status: comment.isApproved ? 'published' : 'pending',
          authorName,
          content,
          textHash: textHash(content),
          createdAt: comment.createdAt,
        },
        select: placeColumns,
      }))
    if (comment.id !== '') {
      places.set(comment.id, place)
      imported.push({ postId, sourceId: comment.id, commentId: place.id })
    }
    if (earlier) continue
    written++
    for (const words of [...comment.lost, ...lost.list()]) losses.note(words)
  }
  await transaction.importedComment.createMany({ data: imported })
  return { written, lost: losses.list() }
}
