import 'server-only'
import { createHash } from 'node:crypto'
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { commentLine } from '@/lib/comments/export/export-format'
import type { SourceComment } from './source-record'

/**
 * Identifies the state of a comment at its source. The hash is stored, so it must not help to guess
 * the e-mail address or a deleted text.
 */
export function hashOf(comment: SourceComment): string {
  const { id, status, parentId, pageId, authorName, content, markup, createdAt } = comment
  const { editedAt, isPinned, votes, anchor } = comment
  const rest = { parentId, pageId, authorName, content, markup, createdAt, editedAt, isPinned }
  // The order of the properties determines the hash.
  const state = { id, status, ...rest, votes, anchor }
  return sha256(JSON.stringify(status === 'deleted' ? { id, status } : state))
}

/** Returns a SHA-256 in base64url. */
export const sha256 = (text: string): string =>
  createHash('sha256').update(text).digest('base64url')

/** A comment with an id that is unique in its import; undefined for a duplicate. */
export type StoredComment = { comment: SourceComment; uniqueId: string | undefined }

/** Position and length in the file, and a hash of the id, which needs less memory than the id. */
const numbersPerComment = 3

/**
 * Stores the comments of an import in a temporary file, because an export mixes the threads and may
 * not fit into memory. Only the positions of the comments are in memory.
 */
export class RecordStore {
  readonly #positions = new Map<string, number[]>()
  readonly #file: number
  #size = 0
  /** Reused for each comment, because a long loop frees the memory of buffers too late. */
  #buffer = Buffer.alloc(65_536)
  #sorted: Float64Array | undefined
  /** The new ids of comments whose id is not unique, by position. */
  #renamed: Map<number, string | undefined> | undefined

  constructor() {
    const folder = mkdtempSync(path.join(tmpdir(), 'afterword-records-'))
    this.#file = openSync(path.join(folder, 'records'), 'w+', 0o600)
    // The file remains until it is closed, even if the process is killed.
    rmSync(folder, { recursive: true, force: true })
  }

  add(comment: SourceComment): void {
    const bytes = Buffer.from(JSON.stringify(comment))
    const numbers = [this.#size, bytes.length, idHash(comment.id)]
    const positions = this.#positions.get(comment.pageId)
    if (positions) positions.push(...numbers)
    else this.#positions.set(comment.pageId, numbers)
    for (let rest = bytes; rest.length > 0; ) {
      const written = writeSync(this.#file, rest, 0, rest.length, this.#size)
      this.#size += written
      rest = rest.subarray(written)
    }
  }

  /** Returns the ids of the pages with comments, in the order of the input. */
  pageIds(): string[] {
    return [...this.#positions.keys()]
  }

  /** Returns true if a comment has this id, or if it is very unlikely that none has. */
  has(id: string): boolean {
    const ids = this.#sortedIds()
    const wanted = idHash(id)
    let [start, end] = [0, ids.length]
    while (start < end) {
      const middle = (start + end) >> 1
      if ((ids[middle] ?? 0) < wanted) start = middle + 1
      else end = middle
    }
    return ids[start] === wanted
  }

  /** Returns the hashes of all ids. No comment is added after the first call. */
  #sortedIds(): Float64Array {
    if (this.#sorted) return this.#sorted
    const pages = [...this.#positions.values()]
    const total = pages.reduce((sum, { length }) => sum + length, 0)
    // Filled in place: a list of a million hashes would need more memory.
    this.#sorted = new Float64Array(total / numbersPerComment)
    let count = 0
    for (const numbers of pages)
      for (let at = 2; at < numbers.length; at += numbersPerComment)
        this.#sorted[count++] = numbers[at] ?? 0
    return this.#sorted.sort()
  }

  countOf(pageId: string): number {
    return (this.#positions.get(pageId)?.length ?? 0) / numbersPerComment
  }

  /** Reads the comments of a page, in the order of the input. */
  *commentsOf(pageId: string): Generator<StoredComment> {
    this.#renamed ??= this.#rename()
    for (const [position, comment] of this.#read(pageId, () => true)) {
      const isRenamed = this.#renamed.has(position)
      yield { comment, uniqueId: isRenamed ? this.#renamed.get(position) : comment.id }
    }
  }

  *#read(
    pageId: string,
    isWanted: (hash: number) => boolean,
  ): Generator<[position: number, comment: SourceComment]> {
    const numbers = this.#positions.get(pageId) ?? []
    for (let at = 0; at < numbers.length; at += numbersPerComment) {
      if (!isWanted(numbers[at + 2] ?? 0)) continue
      const [position, length] = [numbers[at] ?? 0, numbers[at + 1] ?? 0]
      if (this.#buffer.length < length) this.#buffer = Buffer.alloc(2 * length)
      readSync(this.#file, this.#buffer, 0, length, position)
      yield [position, reviveDates(JSON.parse(this.#buffer.toString('utf8', 0, length)))]
    }
  }

  /**
   * Returns new ids for comments with the id of an earlier one: `ID#2`, or undefined for a
   * duplicate. They depend on all pages, even those that match no thread, so that an import with
   * other address rules assigns the same ids.
   */
  #rename(): Map<number, string | undefined> {
    const ids = this.#sortedIds()
    const repeated = new Set(ids.filter((hash, index) => hash === ids[index - 1]))
    const renamed = new Map<number, string | undefined>()
    if (repeated.size === 0) return renamed
    const known = new Map<string, string[]>()
    for (const pageId of this.#positions.keys()) {
      for (const [position, comment] of this.#read(pageId, (hash) => repeated.has(hash))) {
        const hash = hashOf(comment)
        const hashes = known.get(comment.id) ?? []
        const isDuplicate = hashes.includes(hash)
        if (!isDuplicate) known.set(comment.id, [...hashes, hash])
        if (hashes.length > 0)
          renamed.set(position, isDuplicate ? undefined : `${comment.id}#${hashes.length + 1}`)
      }
    }
    return renamed
  }

  close(): void {
    closeSync(this.#file)
  }
}

const idHash = (id: string): number => createHash('sha256').update(id).digest().readUIntBE(0, 6)

function reviveDates({ own, ...comment }: SourceComment): SourceComment {
  const date = (value: Date | undefined) => (value ? new Date(value) : undefined)
  return {
    ...comment,
    createdAt: date(comment.createdAt),
    editedAt: date(comment.editedAt),
    ...(own && { own: commentLine.parse(own) }),
  }
}
