import { setImmediate } from 'node:timers/promises'
import { textOfComment } from '@/lib/markdown/parse-comment-markdown'
import { hasVisibleText } from '@/lib/text/visible-text'
import { convertContent } from './convert-content'
import { convertEmail, convertName } from './convert-person'
import { hashOf, type StoredComment } from './record-store'
import type { LossReason, NoteLoss, SourceComment, SourceStatus } from './source-record'

/** A comment as it will be stored, except for its place. */
export type ArrangedComment = {
  sourceId: string
  /** The id of the comment above it in this thread of the import. */
  parent: string | undefined
  /** The source id of the comment that it answers; undefined for a top-level comment. */
  answers: string | undefined
  /** The loss to note if the answered comment is neither on this page of the import nor here. */
  ifUnanswered: LossReason
  /** The reason not to store the comment, unless an earlier import stored it. */
  omitted: LossReason | undefined
  status: SourceStatus
  authorName: string
  authorEmail: string | undefined
  content: string
  createdAt: Date
  editedAt: Date | undefined
  isPinned: boolean
  /** The reasons for its status, if it was screened. */
  screening: unknown[]
  votes: { up: number; down: number }
  anchor: string
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
  importedAt: Date
  /** Returns true if any page of the import has a comment with this id. */
  isInImport: (id: string) => boolean
  note: NoteLoss
}

/** Comments that are converted without a pause. Each takes up to a millisecond. */
const convertedAtOnce = 50

/**
 * Converts the comments of a thread, and returns them with parents before their replies. Every
 * difference from the source is noted. Other requests are served in between.
 */
export async function arrangeThread(
  records: readonly StoredComment[],
  context: ThreadContext,
): Promise<ArrangedComment[]> {
  const nodes = linkParents(records, context)
  const converted = new Map<string, ArrangedComment>()
  for (const [id, node] of nodes) {
    if (converted.size % convertedAtOnce === 0) await setImmediate()
    converted.set(id, convert(id, node, context))
  }
  omitNeedless(converted)
  setDates(converted, context)
  return inOrder(converted)
}

/** A comment with the one above it in the import, or the id of one that is not on this page. */
type Node = { source: SourceComment; parent: string | undefined; outside: string | undefined }

function linkParents(
  records: readonly StoredComment[],
  { note }: ThreadContext,
): Map<string, Node> {
  const nodes = new Map<string, Node>()
  for (const { comment: source, uniqueId: id } of records) {
    if (id === undefined) note('duplicate', source.id, source)
    else nodes.set(id, { source, parent: source.parentId || undefined, outside: undefined })
    if (id !== undefined && id !== source.id) note('duplicate-id', id, source)
  }
  for (const node of nodes.values()) {
    if (node.parent === undefined || nodes.has(node.parent)) continue
    node.outside = node.parent
    node.parent = undefined
  }
  breakCycles(nodes, note)
  return nodes
}

/** Breaks each cycle of replies by making one of its comments a top-level comment. */
function breakCycles(nodes: ReadonlyMap<string, Node>, note: NoteLoss): void {
  const done = new Set<string>()
  for (const start of nodes.keys()) {
    const path = new Set<string>()
    for (let id: string | undefined = start; id !== undefined && !done.has(id); ) {
      path.add(id)
      const node: Node | undefined = nodes.get(id)
      if (node?.parent !== undefined && path.has(node.parent)) {
        note('parent-cycle', id, node.source)
        node.parent = undefined
      }
      id = node?.parent
    }
    for (const id of path) done.add(id)
  }
}

function convert(
  id: string,
  { source, parent, outside }: Node,
  context: ThreadContext,
): ArrangedComment {
  const isDeleted = source.status === 'deleted'
  const { authorName, authorEmail = '', content } = source
  const name = convertName(isDeleted ? '' : authorName)
  const email = convertEmail(isDeleted ? '' : authorEmail)
  const text = convertText({ ...source, content: isDeleted ? '' : content }, context)
  const losses = new Set([
    ...[source, name, email, text].flatMap((part) => part.losses ?? []),
    ...(source.authorUrl ? (['author-url'] as const) : []),
  ])
  if (!isDeleted) for (const reason of losses) context.note(reason, id, source)
  return {
    sourceId: id,
    parent,
    answers: parent ?? outside,
    ifUnanswered: context.isInImport(source.parentId) ? 'parent-other-page' : 'parent-missing',
    omitted: undefined,
    status: source.status,
    authorName: isDeleted ? '' : name.name,
    authorEmail: email.email,
    content: text.content,
    createdAt: context.importedAt,
    editedAt: source.editedAt,
    isPinned: source.isPinned ?? false,
    screening: source.own?.screening ?? [],
    votes: source.votes ?? { up: 0, down: 0 },
    anchor: source.anchor ?? '',
    hash: `${source.status}.${hashOf(source)}`,
    source,
  }
}

/** Converts a comment's text. Texts of Afterword's own export need no conversion. */
function convertText(
  source: SourceComment,
  { url: pageUrl, rewrite }: ThreadContext,
): ReturnType<typeof convertContent> {
  const { own, content, markup } = source
  return own ? { content, losses: [] } : convertContent({ content, markup, pageUrl, rewrite })
}

/**
 * Marks the comments that need not be stored: those without text and the deleted ones, unless they
 * are needed as tombstones for the replies below.
 */
function omitNeedless(comments: ReadonlyMap<string, ArrangedComment>): void {
  const isNeeded = new Set<string>()
  for (const [id, comment] of comments) {
    if (isBare(comment)) continue
    for (let above: string | undefined = id; above !== undefined && !isNeeded.has(above); ) {
      isNeeded.add(above)
      above = comments.get(above)?.parent
    }
  }
  for (const [id, comment] of comments) {
    if (!isBare(comment)) continue
    if (!isNeeded.has(id))
      comment.omitted = comment.status === 'deleted' ? 'deleted-without-replies' : 'empty'
    Object.assign(comment, { status: 'deleted', content: '', authorName: '' })
    comment.authorEmail = undefined
  }
}

/** Comments of Afterword's own export are stored unchanged. */
const isBare = ({ source, status, content }: ArrangedComment): boolean =>
  !source.own && (status === 'deleted' || !isVisible(content))

/** Returns true if a text shows anything. Parsing is slow, so texts with letters skip it. */
const isVisible = (content: string): boolean =>
  hasVisibleText(/[\p{L}\p{N}]/u.test(content) ? content : textOfComment(content))

function setDates(comments: ReadonlyMap<string, ArrangedComment>, context: ThreadContext): void {
  const dates = [...comments.values()].flatMap(({ source }) => source.createdAt?.getTime() ?? [])
  const earliest = dates.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY)
  const fallback = context.date ?? (dates.length > 0 ? new Date(earliest) : context.importedAt)
  for (const [id, comment] of comments) {
    let dated: ArrangedComment | undefined = comment
    while (dated && !dated.source.createdAt) dated = comments.get(dated.parent ?? '')
    comment.createdAt = dated?.source.createdAt ?? fallback
    if (!comment.source.createdAt && comment.status !== 'deleted')
      context.note('undated', id, comment.source)
  }
}

/** Returns the comments with parents before replies, and otherwise in the order of the input. */
function inOrder(comments: ReadonlyMap<string, ArrangedComment>): ArrangedComment[] {
  const replies = new Map<string | undefined, ArrangedComment[]>()
  for (const comment of comments.values()) {
    const siblings = replies.get(comment.parent)
    if (siblings) siblings.push(comment)
    else replies.set(comment.parent, [comment])
  }
  const ordered = [...(replies.get(undefined) ?? [])]
  // The list grows during the loop, as each comment adds its replies.
  for (const { sourceId } of ordered)
    for (const reply of replies.get(sourceId) ?? []) ordered.push(reply)
  return ordered
}
