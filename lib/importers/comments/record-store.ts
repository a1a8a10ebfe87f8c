import 'server-only'
import { createHash } from 'node:crypto'
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
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

/** Identifies the text of a comment, whose votes differ between exports of different days. */
function textHashOf({ status, pageId, authorName, content, createdAt }: SourceComment): string {
  const text = [status, pageId, authorName, content, createdAt]
  return sha256(JSON.stringify(status === 'deleted' ? status : text))
}

/** Returns a SHA-256 in base64url. */
export const sha256 = (text: string): string =>
  createHash('sha256').update(text).digest('base64url')

/** A comment with an id that is unique in its import; undefined for a duplicate. */
export type StoredComment = { comment: SourceComment; uniqueId: string | undefined }

/** Number of hashes of ids. With a million comments, one hash in 30 belongs to two ids. */
const hashesMax = 2 ** 25

/**
 * Stores the comments of an import in a temporary file, because an export mixes the threads and may
 * not fit into memory. Only the positions of the comments are in memory.
 */
export class RecordStore {
  /** The position and the length of each comment in the file, by page. */
  readonly #positions = new Map<string, number[]>()
  readonly #file: number
  #size = 0
  /** Reused for each comment, because a long loop frees the memory of buffers too late. */
  #buffer = Buffer.alloc(65_536)
  /** One bit for each hash of an id, because a set of ids would need more memory. */
  readonly #hashes = new Uint8Array(hashesMax / 8)
  readonly #repeatedHashes = new Set<number>()
  /** The new ids of comments whose id is not unique, by position. */
  #renamed: Map<number, string | undefined> | undefined

  constructor() {
    const folder = mkdtempSync(path.join(tmpdir(), 'afterword-records-'))
    this.#file = openSync(path.join(folder, 'records'), 'w+', 0o600)
    // The file remains until it is closed, even if the process is killed.
    rmSync(folder, { recursive: true, force: true })
  }

  add(comment: SourceComment): void {
    const { id, pageId } = comment
    const bytes = Buffer.from(JSON.stringify(comment))
    const positions = this.#positions.get(pageId)
    if (positions) positions.push(this.#size, bytes.length)
    else this.#positions.set(pageId, [this.#size, bytes.length])
    writeFileSync(this.#file, bytes)
    this.#size += bytes.length
    const hash = idHash(id)
    if (this.has(id)) this.#repeatedHashes.add(hash)
    this.#hashes[hash >> 3] = (this.#hashes[hash >> 3] ?? 0) | (1 << (hash & 7))
  }

  /** Returns the ids of the pages with comments, in the order of the input. */
  pageIds(): string[] {
    return [...this.#positions.keys()]
  }

  /** Returns true if a comment has this id, or if it is unlikely that none has. */
  has(id: string): boolean {
    const hash = idHash(id)
    return ((this.#hashes[hash >> 3] ?? 0) & (1 << (hash & 7))) !== 0
  }

  countOf(pageId: string): number {
    return (this.#positions.get(pageId)?.length ?? 0) / 2
  }

  /** Reads the comments of a page, in the order of the input. */
  *commentsOf(pageId: string): Generator<StoredComment> {
    this.#renamed ??= this.#rename()
    for (const [position, comment] of this.#read(pageId)) {
      const isRenamed = this.#renamed.has(position)
      yield { comment, uniqueId: isRenamed ? this.#renamed.get(position) : comment.id }
    }
  }

  *#read(pageId: string): Generator<[position: number, comment: SourceComment]> {
    const numbers = this.#positions.get(pageId) ?? []
    for (let at = 0; at < numbers.length; at += 2) {
      const [position = 0, length = 0] = numbers.slice(at, at + 2)
      if (this.#buffer.length < length) this.#buffer = Buffer.alloc(2 * length)
      readSync(this.#file, this.#buffer, 0, length, position)
      yield [position, JSON.parse(this.#buffer.toString('utf8', 0, length), revive)]
    }
  }

  /**
   * Returns new ids for comments with the id of an earlier one: `ID#2`, or undefined for one with
   * the same text. They depend on all pages, even those that match no thread, so that an import
   * with other address rules assigns the same ids.
   */
  #rename(): Map<number, string | undefined> {
    const renamed = new Map<number, string | undefined>()
    if (this.#repeatedHashes.size === 0) return renamed
    const known = new Map<string, Set<string>>()
    for (const pageId of this.#positions.keys()) {
      for (const [position, comment] of this.#read(pageId)) {
        const { id } = comment
        if (!this.#repeatedHashes.has(idHash(id))) continue
        const hash = textHashOf(comment)
        const hashes = known.get(id) ?? new Set()
        known.set(id, hashes)
        if (hashes.has(hash)) renamed.set(position, undefined)
        else if (hashes.add(hash).size > 1) renamed.set(position, `${id}#${hashes.size}`)
      }
    }
    return renamed
  }

  close(): void {
    closeSync(this.#file)
  }
}

const idHash = (id: string): number =>
  createHash('sha256').update(id).digest().readUInt32BE() % hashesMax

/** The names of the dates of a comment. */
const dates = /^(?:(?:created|edited)At|(?:created|edited|verified|replaced)_at|pending_since)$/

/** Restores dates from JSON. */
const revive = (name: string, value: unknown): unknown =>
  typeof value === 'string' && dates.test(name) ? new Date(value) : value
