import { createHash } from 'node:crypto'
import { commentLimits } from '@/lib/comments/comment'
import { textOfComment } from '@/lib/markdown/parse-comment-markdown'
import { hasVisibleText } from '@/lib/text/visible-text'
import { convertContent } from './convert-content'
import { convertEmail, convertName } from './convert-person'
import type { LossReason, SourceComment, SourceLoss, SourceStatus } from './source-record'

/** A comment as it will be stored. */
export type ArrangedComment = {
  sourceId: string
  /** The source id of its parent; undefined for a top-level comment. */
  parent: string | undefined
  /** The source id of the comment that it answers, if that is not the parent. */
  replyTo: string | undefined
  status: SourceStatus
  authorName: string
  authorEmail: string | undefined
  content: string
  createdAt: Date
  editedAt: Date | undefined
  isPinned: boolean
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
  ids: SourceIds
  /** Returns true if another page of the import has a comment with this id. */
  isElsewhere: (id: string) => boolean
  note: (loss: SourceLoss) => void
}

/**
 * Returns the comments of a thread in the order and form in which they are stored, parents before
 * their replies. Calls `context.note` for every difference from the source.
 */
export function arrangeThread(
  records: readonly SourceComment[],
  context: ThreadContext,
): ArrangedComment[] {
  const nodes = linkParents(withUniqueIds(records, context), context)
  const converted = new Map([...nodes].map(([id, node]) => [id, convert(id, node, context)]))
  const kept = new Set(keepNeeded(nodes, converted, context))
  setDates(nodes, converted, context)
  const ordered = inOrder(nodes).filter((id) => kept.has(id))
  return placeReplies(ordered, nodes, converted, context)
}

type Node = { source: SourceComment; parent: string | undefined }

function noteFor({ note }: ThreadContext, id: string, { place, own }: SourceComment) {
  return (reason: LossReason) => {
    // Replies of Afterword's own export already have their final place.
    if (!own || reason !== 'depth') note({ reason, ids: [id], place })
  }
}

/** Returns a hash of a comment at its source, which shows whether it has changed. */
export function hashOf({ place: _, losses: __, ...comment }: SourceComment): string {
  return createHash('sha256').update(JSON.stringify(comment)).digest('base64url')
}

/** Assigns unique ids to the comments of an import. */
export class SourceIds {
  readonly #hashes = new Map<string, string[]>()

  /** @param isRepeated returns true if several comments may have the id */
  constructor(readonly isRepeated: (id: string) => boolean) {}

  /**
   * Returns the id for a comment: its own, or `ID#2` if another comment already has that id.
   * Returns undefined for a duplicate of an earlier comment.
   */
  take(comment: SourceComment): string | undefined {
    const { id } = comment
    if (!this.isRepeated(id)) return id
    const hashes = this.#hashes.get(id) ?? []
    const hash = hashOf(comment)
    if (hashes.includes(hash)) return undefined
    this.#hashes.set(id, [...hashes, hash])
    return hashes.length === 0 ? id : `${id}#${hashes.length + 1}`
  }
}

function withUniqueIds(
  records: readonly SourceComment[],
  context: ThreadContext,
): Map<string, SourceComment> {
  const byId = new Map<string, SourceComment>()
  for (const record of records) {
    const id = context.ids.take(record)
    if (id === undefined) noteFor(context, record.id, record)('duplicate')
    else {
      if (id !== record.id) noteFor(context, id, record)('duplicate-id')
      byId.set(id, record)
    }
  }
  return byId
}

function linkParents(
  comments: ReadonlyMap<string, SourceComment>,
  context: ThreadContext,
): Map<string, Node> {
  const nodes = new Map<string, Node>()
  for (const [id, source] of comments) {
    const { parentId } = source
    let parent: string | undefined = parentId === '' ? undefined : parentId
    if (parent !== undefined && !comments.has(parent)) {
      const reason = context.isElsewhere(parent) ? 'parent-other-page' : 'parent-missing'
      noteFor(context, id, source)(reason)
      parent = undefined
    }
    nodes.set(id, { source, parent })
  }
  breakCycles(nodes, context)
  return nodes
}

/** Breaks each cycle of replies by making one of its comments a top-level comment. */
function breakCycles(nodes: Map<string, Node>, context: ThreadContext): void {
  const done = new Set<string>()
  for (const start of nodes.keys()) {
    const path = new Set<string>()
    for (let id: string | undefined = start; id !== undefined && !done.has(id); ) {
      path.add(id)
      const node: Node | undefined = nodes.get(id)
      if (node?.parent !== undefined && path.has(node.parent)) {
        noteFor(context, id, node.source)('parent-cycle')
        node.parent = undefined
      }
      id = node?.parent
    }
    for (const id of path) done.add(id)
  }
}

function convert(id: string, { source }: Node, context: ThreadContext): ArrangedComment {
  const note = noteFor(context, id, source)
  const isDeleted = source.status === 'deleted'
  const name = convertName(isDeleted ? '' : source.authorName)
  const email = convertEmail(isDeleted ? '' : (source.authorEmail ?? ''))
  const text = convertText({ ...source, content: isDeleted ? '' : source.content }, context)
  if (!isDeleted) {
    for (const reason of new Set([
      ...(source.losses ?? []),
      ...name.losses,
      ...email.losses,
      ...text.losses,
    ]))
      note(reason)
    if (source.authorUrl) note('author-url')
  }
  return {
    sourceId: id,
    parent: undefined,
    replyTo: undefined,
    status: source.status,
    authorName: isDeleted ? '' : name.name,
    authorEmail: email.email,
    content: text.content,
    createdAt: context.importedAt,
    editedAt: source.editedAt,
    isPinned: source.isPinned ?? false,
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
 * Returns the ids of the comments to store. A deleted comment, or one without text, is
 * stored as a tombstone if there are replies below it, and otherwise omitted.
 */
function keepNeeded(
  nodes: ReadonlyMap<string, Node>,
  converted: ReadonlyMap<string, ArrangedComment>,
  context: ThreadContext,
): string[] {
  const isBare = (id: string) => {
    const comment = converted.get(id)
    if (!comment) return true
    // Comments of Afterword's own export are stored unchanged.
    if (comment.source.own) return false
    return comment.status === 'deleted' || !isVisible(comment.content)
  }
  const isNeeded = new Set<string>()
  for (const id of nodes.keys()) {
    if (isBare(id)) continue
    for (let above: string | undefined = id; above !== undefined && !isNeeded.has(above); ) {
      isNeeded.add(above)
      above = nodes.get(above)?.parent
    }
  }
  for (const [id, comment] of converted) {
    if (!isBare(id)) continue
    if (isNeeded.has(id)) makeTombstone(comment)
    else {
      const isDeleted = comment.status === 'deleted'
      noteFor(context, id, comment.source)(isDeleted ? 'deleted-without-replies' : 'empty')
    }
  }
  return [...isNeeded]
}

/** Returns true if a text shows anything. Parsing is slow, so texts with letters skip it. */
const isVisible = (content: string): boolean =>
  hasVisibleText(/[\p{L}\p{N}]/u.test(content) ? content : textOfComment(content))

function makeTombstone(comment: ArrangedComment): void {
  Object.assign(comment, { status: 'deleted', content: '', authorName: '' })
  comment.authorEmail = undefined
}

function setDates(
  nodes: ReadonlyMap<string, Node>,
  converted: ReadonlyMap<string, ArrangedComment>,
  context: ThreadContext,
): void {
  const dates = [...nodes.values()].flatMap(({ source }) => source.createdAt?.getTime() ?? [])
  const earliest = dates.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY)
  const fallback = context.date ?? (dates.length > 0 ? new Date(earliest) : context.importedAt)
  const dateOf = (id: string): Date => {
    let node = nodes.get(id)
    while (node && !node.source.createdAt && node.parent !== undefined)
      node = nodes.get(node.parent)
    return node?.source.createdAt ?? fallback
  }
  for (const [id, comment] of converted) {
    comment.createdAt = dateOf(id)
    if (!comment.source.createdAt && comment.status !== 'deleted')
      noteFor(context, id, comment.source)('undated')
  }
}

/** Returns the ids with parents before their replies, and otherwise in the order of the input. */
function inOrder(nodes: ReadonlyMap<string, Node>): string[] {
  const replies = new Map<string | undefined, string[]>()
  for (const [id, { parent }] of nodes) {
    const siblings = replies.get(parent)
    if (siblings) siblings.push(id)
    else replies.set(parent, [id])
  }
  const ordered = [...(replies.get(undefined) ?? [])]
  // The list grows during the loop, as each comment adds its replies.
  for (const id of ordered) ordered.push(...(replies.get(id) ?? []))
  return ordered
}

type Place = { depth: number; top: string; parent: string | undefined }

/**
 * Sets the parents. A reply to a comment on the deepest level becomes its sibling. A reply in a
 * full thread becomes a top-level comment.
 */
function placeReplies(
  ordered: readonly string[],
  nodes: ReadonlyMap<string, Node>,
  converted: ReadonlyMap<string, ArrangedComment>,
  context: ThreadContext,
): ArrangedComment[] {
  const places = new Map<string, Place>()
  const replies = new Map<string, number>()
  return ordered.flatMap((id) => {
    const comment = converted.get(id)
    if (!comment) return []
    const answered = nodes.get(id)?.parent
    const above = answered === undefined ? undefined : places.get(answered)
    const count = above ? (replies.get(above.top) ?? 0) : 0
    const isFull = count >= commentLimits.repliesPerThreadMax
    if (above && isFull) noteFor(context, id, comment.source)('thread-full')
    if (answered === undefined || !above || isFull) {
      places.set(id, { depth: 1, top: id, parent: undefined })
      return comment
    }
    replies.set(above.top, count + 1)
    const place = placeBelow(answered, above)
    places.set(id, place)
    comment.parent = place.parent
    if (place.parent !== answered) {
      comment.replyTo = answered
      noteFor(context, id, comment.source)('depth')
    }
    return comment
  })
}

function placeBelow(answered: string, { depth, top, parent }: Place): Place {
  return depth < commentLimits.depthMax
    ? { depth: depth + 1, top, parent: answered }
    : { depth, top, parent }
}
