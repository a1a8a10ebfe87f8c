import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

export type Size = 'full' | 'short'

/** The scenes that have not ended. */
const open = new Set<Scene>()
/** The endings of running commands, within a scene or before the first. */
const endings = new Set<() => Promise<void>>()
let stopped = false

/**
 * @throws if the suite was stopped: nothing may start, and later errors of parts say nothing about
 * the blog
 */
export function throwIfStopped(): void {
  if (stopped) throw new Error('stopped')
}

/**
 * Ends everything that is running and prevents new starts. Otherwise, Ctrl-C would leave a frozen
 * database, a full disk or an added address behind.
 */
export async function stopScenes(): Promise<void> {
  stopped = true
  // Commands end first, because they write into the directories of the scenes.
  await Promise.allSettled([...endings].map((end) => end()))
  await Promise.allSettled([...open].map((scene) => scene.end()))
}

/**
 * Registers an ending for something outside any scene, or that must end before its scene.
 * @returns a function to call after it has ended on its own
 */
export function endBeforeScenes(ending: () => Promise<void>): () => void {
  endings.add(ending)
  return () => void endings.delete(ending)
}

/** The environment of one run: its directory, and what to end with it, in reverse order. */
export class Scene {
  readonly directory: string
  readonly #endings: (() => unknown)[] = [
    () => rmSync(this.directory, { recursive: true, force: true }),
  ]
  readonly #ending = new AbortController()
  /**
   * Aborted when the end begins. Pending starts are cancelled, and nothing may start afterwards.
   */
  readonly signal = this.#ending.signal
  #isOver = false
  #ended: Promise<void> | undefined

  constructor(
    readonly size: Size,
    /** The checkout under test, with a production build. */
    readonly checkout: string,
    /** Prints the progress. */
    readonly log: (progress: string) => void,
  ) {
    throwIfStopped()
    this.directory = mkdtempSync(path.join(tmpdir(), 'afterword-prove-'))
    open.add(this)
    // If this runs as root, PostgreSQL runs as another user and needs access.
    chmodSync(this.directory, 0o711)
  }

  /** Returns the first value in the full suite and the second in the short form. */
  choose<T>(full: T, short: T): T {
    return this.size === 'full' ? full : short
  }

  /** Returns all items in the full suite and every nth in the short form. */
  some<T>(all: readonly T[], each: number): T[] {
    return all.filter((_, n) => n % this.choose(1, each) === 0)
  }

  /**
   * Registers an ending. If the scene has already ended, it runs immediately, because a stopped
   * part started it.
   */
  onEnd(ending: () => unknown): void {
    if (this.#isOver) void Promise.resolve().then(ending)
    else this.#endings.push(ending)
  }

  /**
   * Ends everything and throws the first error once nothing is running. Concurrent calls wait for
   * the same end.
   */
  async end(): Promise<void> {
    if (this.#isOver) return
    this.#ended ??= this.#endAll()
    await this.#ended
  }

  async #endAll(): Promise<void> {
    this.#ending.abort(new Error('the run has ended'))
    const faults: unknown[] = []
    for (let ending = this.#endings.pop(); ending; ending = this.#endings.pop()) {
      try {
        await ending()
      } catch (fault) {
        faults.push(fault)
      }
    }
    this.#isOver = true
    open.delete(this)
    if (faults.length > 0) throw faults[0]
  }
}
