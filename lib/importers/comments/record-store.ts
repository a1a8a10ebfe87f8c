import 'server-only'
import { createHash } from 'node:crypto'
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { SourceComment } from './source-record'

const bufferBytes = 2 ** 20

/**
 * Stores the comments of an import in a temporary file, because an export mixes the threads and may
 * not fit into memory. Only the positions of the comments are in memory.
 */
export class RecordStore {
  readonly #positions = new Map<string, number[]>()
  readonly #file: number
  #size = 0
  #pending: Buffer[] = []
  #pendingBytes = 0
  /** Hashes of the ids, which need less memory. */
  #ids: number[] = []
  #sorted: Float64Array | undefined
  #repeated: Set<number> | undefined

  constructor() {
    const folder = mkdtempSync(path.join(tmpdir(), 'afterword-records-'))
    this.#file = openSync(path.join(folder, 'records'), 'w+', 0o600)
    // The file remains until it is closed, even if the process is killed.
    rmSync(folder, { recursive: true, force: true })
  }

  add(comment: SourceComment): void {
    const bytes = Buffer.from(JSON.stringify(comment))
    const positions = this.#positions.get(comment.pageId)
    if (positions) positions.push(this.#size, bytes.length)
    else this.#positions.set(comment.pageId, [this.#size, bytes.length])
    this.#ids.push(idHash(comment.id))
    this.#size += bytes.length
    this.#pending.push(bytes)
    this.#pendingBytes += bytes.length
    if (this.#pendingBytes >= bufferBytes) this.#flush()
  }

  #flush(): void {
    let rest = Buffer.concat(this.#pending)
    while (rest.length > 0) rest = rest.subarray(writeSync(this.#file, rest))
    this.#pending = []
    this.#pendingBytes = 0
  }

  /** Returns the ids of the pages with comments, in the order of the input. */
  pageIds(): string[] {
    return [...this.#positions.keys()]
  }

  /** Returns true if several comments have this id and, very rarely, for a unique id. */
  isRepeated(id: string): boolean {
    this.#repeated ??= new Set(
      this.#sortedIds().filter((hash, index, all) => hash === all[index - 1]),
    )
    return this.#repeated.has(idHash(id))
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
    this.#sorted ??= Float64Array.from(this.#ids).sort()
    this.#ids = []
    return this.#sorted
  }

  countOf(pageId: string): number {
    return (this.#positions.get(pageId)?.length ?? 0) / 2
  }

  /** Reads the comments of a page, in the order of the input. */
  *commentsOf(pageId: string): Generator<SourceComment> {
    if (this.#pendingBytes > 0) this.#flush()
    const positions = this.#positions.get(pageId) ?? []
    for (let index = 0; index < positions.length; index += 2) {
      const bytes = Buffer.alloc(positions[index + 1] ?? 0)
      readSync(this.#file, bytes, 0, bytes.length, positions[index] ?? 0)
      yield reviveDates(JSON.parse(bytes.toString()))
    }
  }

  close(): void {
    closeSync(this.#file)
  }
}

const idHash = (id: string): number => createHash('sha256').update(id).digest().readUIntBE(0, 6)

function reviveDates(comment: SourceComment): SourceComment {
  const date = (value: Date | undefined) => (value ? new Date(value) : undefined)
  return {
    ...comment,
    createdAt: date(comment.createdAt),
    editedAt: date(comment.editedAt),
    ...(comment.own && {
      own: {
        ...comment.own,
        verifiedAt: date(comment.own.verifiedAt),
        waitingSince: date(comment.own.waitingSince),
      },
    }),
  }
}
