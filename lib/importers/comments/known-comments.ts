import 'server-only'
import { commentLimits } from '@/lib/comments/comment'
import type { Prisma } from '@/lib/generated/prisma/client'
import type { ArrangedComment } from './arrange-thread'
import type { NoteLoss } from './source-record'

/** A comment of an earlier import. `commentId` is null if it was permanently deleted here. */
export type KnownComment = {
  /** Format and id at the source. */
  key: string
  commentId: number | null
  sourceHash: string
  createdAt: Date | null
  authorName: string | null
  depth: number | null
  parentId: number | null
  /** The top-level comment of its thread. */
  topId: number | null
}

type Place = { id: number; depth: number; top: number; parent: number | null }

/** The comments that earlier imports added to a thread. */
export class KnownComments {
  #byKey = new Map<string, KnownComment>()
  /** The positions of known and new comments, by source id. */
  readonly #places = new Map<string, Place>()
  /** The numbers of published replies, by top-level comment. */
  readonly #replies = new Map<number, number>()

  constructor(
    readonly sql: Prisma.TransactionClient,
    readonly threadId: number,
    readonly format: string,
    readonly note: NoteLoss,
  ) {}

  /** Loads the known comments. Call it before any other method. */
  async read(): Promise<void> {
    const rows = await this.sql.$queryRaw<KnownComment[]>`
      SELECT source_id AS key, comment_id AS "commentId", source_hash AS "sourceHash",
             created_at AS "createdAt", author_name AS "authorName", depth,
             parent_id AS "parentId", coalesce(thread_id, id) AS "topId"
        FROM imported_comments LEFT JOIN comments ON comments.id = comment_id
       WHERE imported_comments.post_id = ${this.threadId}`
    this.#byKey = new Map(rows.map((row) => [row.key, row]))
  }

  /** True if no comment of this format was imported before. */
  get isEmpty(): boolean {
    return ![...this.#byKey.keys()].some((key) => key.startsWith(this.keyOf('')))
  }

  keyOf(sourceId: string): string {
    return `${this.format}:${sourceId}`
  }

  find(comment: ArrangedComment): KnownComment | undefined {
    return this.#byKey.get(this.keyOf(comment.sourceId))
  }

  /**
   * Returns the comments, with new ids for those whose id another comment has: two installations of
   * a system may have written to the same page.
   */
  async withNewIds(comments: readonly ArrangedComment[]): Promise<ArrangedComment[]> {
    if (comments.some(({ source }) => source.own)) await this.#findOwn(comments)
    const renamed = new Map<string, string>()
    const taken = new Set(comments.map(({ sourceId }) => sourceId))
    return comments.map((comment) => {
      const answers = renamed.get(comment.answers ?? '') ?? comment.answers
      let { sourceId } = comment
      const isTaken = (id: string) =>
        !isSame(comment, this.#byKey.get(this.keyOf(id))) ||
        (id !== comment.sourceId && taken.has(id))
      for (let n = 2; isTaken(sourceId); n++) sourceId = `${comment.sourceId}#${n}`
      taken.add(sourceId)
      if (sourceId === comment.sourceId) return { ...comment, answers }
      renamed.set(comment.sourceId, sourceId)
      this.note('duplicate-id', sourceId, comment.source)
      return { ...comment, answers, sourceId }
    })
  }

  /**
   * Adds comments of Afterword's own export that exist here without an import, because the export
   * was made here, or because their original source was imported here. Without a date and a hash,
   * they count as unchanged.
   */
  async #findOwn(comments: readonly ArrangedComment[]): Promise<void> {
    const ids = comments.map(({ sourceId }) => Number(sourceId)).filter(Number.isSafeInteger)
    const rows = await this.sql.$queryRaw<(KnownComment & { commentId: number })[]>`
      SELECT id::text AS key, id AS "commentId", '' AS "sourceHash", created_at AS "createdAt",
             author_name AS "authorName", depth, parent_id AS "parentId",
             coalesce(thread_id, id) AS "topId"
        FROM comments WHERE post_id = ${this.threadId} AND id = ANY(${ids}::bigint[])`
    const byId = new Map(rows.map((row) => [String(row.commentId), row]))
    const own = new Map<string, KnownComment>()
    for (const { sourceId, source, createdAt } of comments) {
      const same = byId.get(sourceId)
      const imported = source.own?.sources
        .map(({ id }) => this.#byKey.get(id))
        .find((known) => known !== undefined)
      const known = same?.createdAt?.getTime() === createdAt.getTime() ? same : imported
      if (known) own.set(this.keyOf(sourceId), { ...known, sourceHash: '', createdAt: null })
    }
    this.#byKey = new Map([...own, ...this.#byKey])
  }

  /** Finds the positions of the known comments. Call it before `place`. */
  async readPlaces(): Promise<void> {
    const prefix = this.keyOf('')
    for (const [key, { commentId: id, depth, topId: top, parentId: parent }] of this.#byKey)
      if (key.startsWith(prefix) && id !== null && depth !== null && top !== null)
        this.#places.set(key.slice(prefix.length), { id, depth, top, parent })
    const tops = [...new Set([...this.#places.values()].map(({ top }) => top))]
    const rows = await this.sql.$queryRaw<{ id: number; replies: number }[]>`
      SELECT id, published_replies AS replies FROM comments WHERE id = ANY(${tops}::integer[])`
    for (const { id, replies } of rows) this.#replies.set(id, replies)
  }

  /**
   * Returns the position of a new comment whose parent exists or was placed before. A reply to the
   * deepest level becomes a sibling of the comment it replies to, and a reply in a full thread
   * becomes a top-level comment.
   */
  place(
    comment: ArrangedComment,
    id: number,
  ): { parent_id: number | null; answered_id: number | null } {
    const { sourceId, answers, source, status } = comment
    const above = answers === undefined ? undefined : this.#places.get(answers)
    const count = above ? (this.#replies.get(above.top) ?? 0) : 0
    const isFull = count >= commentLimits.repliesPerThreadMax
    if (answers !== undefined && !above) this.note(comment.ifUnanswered, sourceId, source)
    if (isFull) this.note('thread-full', sourceId, source)
    if (!above || isFull) {
      this.#places.set(sourceId, { id, depth: 1, top: id, parent: null })
      return { parent_id: null, answered_id: null }
    }
    if (status === 'published') this.#replies.set(above.top, count + 1)
    const isTooDeep = above.depth >= commentLimits.depthMax
    const parent = isTooDeep ? above.parent : above.id
    // Replies of Afterword's own export already have their final position.
    if (isTooDeep && !source.own) this.note('depth', sourceId, source)
    const depth = isTooDeep ? above.depth : above.depth + 1
    this.#places.set(sourceId, { id, depth, top: above.top, parent })
    return { parent_id: parent, answered_id: isTooDeep ? above.id : null }
  }
}

/** Time zones differ by multiples of this many milliseconds, and by at most 26 hours. */
const zoneStepMs = 15 * 60_000
const zoneDistanceMax = 26 * 3_600_000

/**
 * Returns true if a comment is the known one with its id. Its author's name and its time may have
 * been corrected, but not both to something else.
 */
function isSame({ source, authorName }: ArrangedComment, known: KnownComment | undefined): boolean {
  if (!known?.createdAt || !source.createdAt || known.authorName === authorName) return true
  const distance = Math.abs(known.createdAt.getTime() - source.createdAt.getTime())
  return distance % zoneStepMs === 0 && distance <= zoneDistanceMax
}
