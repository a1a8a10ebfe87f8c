import { setImmediate } from 'node:timers/promises'
import { textOfComment } from '@/lib/markdown/parse-comment-markdown'
import { hasVisibleText } from '@/lib/text/visible-text'
import { convertContent } from './convert-content'
import { convertEmail, convertName } from './convert-person'
import { hashOf, type StoredComment } from './record-store'
import type { LossReason, NoteLoss, SourceComment, SourceStatus } from './source-record'

/** A comment as it will be stored, except for its position in the thread. */
export type ArrangedComment = {
  sourceId: string
  /** The source id of the comment that it replies to; undefined for a top-level comment. */
  answers: string | undefined
  /** The loss to record if that comment is neither on this page of the import nor stored here. */
  ifUnanswered: LossReason
  /** The reason not to store the comment, unless an earlier import stored it. */
  omitted: LossReason | undefined
  status: SourceStatus
  authorName: string
  authorEmail: string | undefined
  content: string
  createdAt: Date
  /** The reasons for its status, if it was screened. */
  screening: unknown[]
  /** The hash that `hashOf` returns. */
  hash: string
  source: SourceComment
}

/** Facts about a thread's page and the rest of the import. */
export type ThreadContext = {
  /** The page's address, against which relative links are resolved. */
  url: string
  /** Rewrites the absolute addresses of links. */
  rewrite: (address: string) => string
  /** The page's date in the export. */
  date: Date | undefined
  /** True if published comments await approval, because the page was not public. */
  isPrivate: boolean
  importedAt: Date
  /** Returns true if any page of the import has a comment with this id. */
  isInImport: (id: string) => boolean
  note: NoteLoss
}

/** Number of comments converted before other requests run. Each takes up to a millisecond. */
const conversionsPerTurn = 50

/**
 * Converts the comments of a thread, and returns them with parents before their replies. Records
 * every difference from the source. Lets other requests run in between.
 */
export async function arrangeThread(
  records: readonly StoredComment[],
  context: ThreadContext,
): Promise<ArrangedComment[]> {
  const converted = new Map<string, ArrangedComment>()
  for (const { comment, uniqueId: id } of records) {
    if (converted.size % conversionsPerTurn === 0) await setImmediate()
    if (id === undefined) context.note('duplicate', comment.id, comment)
    else converted.set(id, convert(id, comment, context))
    if (id !== undefined && id !== comment.id) context.note('duplicate-id', id, comment)
  }
  const ordered = inOrder(converted, context.note)
  omitUnneeded(ordered)
  setDates(ordered, context)
  return ordered
}

function convert(id: string, source: SourceComment, context: ThreadContext): ArrangedComment {
  const isDeleted = source.status === 'deleted'
  const { own, authorName, authorEmail = '', markup } = source
  const content = isDeleted ? '' : source.content
  const name = convertName(isDeleted ? '' : authorName)
  const email = convertEmail(isDeleted ? '' : authorEmail)
  // Texts of Afterword's own export need no conversion.
  const text = own
    ? { content, losses: [] }
    : convertContent({ content, markup, pageUrl: context.url, rewrite: context.rewrite })
  const losses = new Set([
    ...[source, name, email, text].flatMap((part) => part.losses ?? []),
    ...(source.authorUrl ? (['author-url'] as const) : []),
  ])
  if (!isDeleted) for (const reason of losses) context.note(reason, id, source)
  return {
    sourceId: id,
    answers: source.parentId || undefined,
    ifUnanswered: context.isInImport(source.parentId) ? 'parent-other-page' : 'parent-missing',
    omitted: undefined,
    status: statusOf(id, source, context),
    authorName: isDeleted ? '' : name.name,
    authorEmail: email.email,
    content: text.content,
    createdAt: context.importedAt,
    screening: own?.screening ?? [],
    hash: `${source.status}.${hashOf(source)}`,
    source,
  }
}

function statusOf(id: string, source: SourceComment, context: ThreadContext): SourceStatus {
  if (!context.isPrivate || source.status !== 'published') return source.status
  context.note('page-private', id, source)
  return 'pending'
}

/**
 * Returns the comments with parents before replies, and otherwise in the order of the input. One
 * comment of each cycle of replies becomes a top-level comment.
 */
function inOrder(
  comments: ReadonlyMap<string, ArrangedComment>,
  note: NoteLoss,
): ArrangedComment[] {
  const tops: ArrangedComment[] = []
  const replies = new Map<string, ArrangedComment[]>()
  for (const comment of comments.values()) {
    const { answers = '' } = comment
    const siblings = comments.has(answers) ? replies.get(answers) : tops
    if (siblings) siblings.push(comment)
    else replies.set(answers, [comment])
  }
  const placed = new Set<ArrangedComment>()
  const place = (list: ArrangedComment[]) => {
    // The list grows during the loop, as each comment adds its replies.
    for (const comment of list) {
      placed.add(comment)
      for (const reply of replies.get(comment.sourceId) ?? [])
        if (!placed.has(reply)) list.push(reply)
    }
  }
  place(tops)
  for (const start of comments.values()) {
    if (placed.has(start)) continue
    const path = new Set<string>()
    let top = start
    while (!path.has(top.answers ?? '')) {
      path.add(top.sourceId)
      top = comments.get(top.answers ?? '') ?? top
    }
    note('parent-cycle', top.sourceId, top.source)
    top.answers = undefined
    place([top])
  }
  return [...placed]
}

/**
 * Marks the comments that need not be stored: those without text and the deleted ones, unless they
 * are needed as tombstones for the replies below.
 */
function omitUnneeded(ordered: readonly ArrangedComment[]): void {
  const needed = new Set<string | undefined>()
  for (const comment of ordered.toReversed()) {
    const isNeeded = !isOmittable(comment) || needed.has(comment.sourceId)
    if (isNeeded) needed.add(comment.answers)
    else comment.omitted = comment.status === 'deleted' ? 'deleted-without-replies' : 'empty'
    if (isOmittable(comment))
      Object.assign(comment, {
        status: 'deleted',
        content: '',
        authorName: '',
        authorEmail: undefined,
      })
  }
}

/**
 * Returns true for a comment without visible content, unless Afterword's own export contains it.
 */
const isOmittable = ({ source, status, content }: ArrangedComment): boolean =>
  !source.own && (status === 'deleted' || !isVisible(content))

/**
 * Returns true if a text has visible content. Skips slow parsing if it contains letters or digits.
 */
const isVisible = (content: string): boolean =>
  hasVisibleText(/[\p{L}\p{N}]/u.test(content) ? content : textOfComment(content))

/** Sets the dates. A comment without a date gets the date of the comment above it. */
function setDates(ordered: readonly ArrangedComment[], context: ThreadContext): void {
  const dates = ordered.flatMap(({ source }) => source.createdAt?.getTime() ?? [])
  const earliest = dates.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY)
  const fallback = context.date ?? (dates.length > 0 ? new Date(earliest) : context.importedAt)
  const dateOf = new Map<string | undefined, Date>()
  for (const comment of ordered) {
    const { sourceId, answers, source, status } = comment
    comment.createdAt = source.createdAt ?? dateOf.get(answers) ?? fallback
    dateOf.set(sourceId, comment.createdAt)
    if (!source.createdAt && status !== 'deleted') context.note('undated', sourceId, source)
  }
}
