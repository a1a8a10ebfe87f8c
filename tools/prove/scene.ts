import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

export type Size = 'full' | 'short'

/** The scenes that have not ended. */
const open = new Set<Scene>()
/** The cleanups of running commands, within a scene or before the first. */
const cleanups = new Set<() => Promise<void>>()
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
  await Promise.allSettled([...cleanups].map((cleanUp) => cleanUp()))
  await Promise.allSettled([...open].map((scene) => scene.end()))
}

/**
 * Registers a cleanup for something outside any scene, or that must end before its scene.
 * @returns a function that removes the cleanup, for something that has ended on its own
 */
export function cleanUpBeforeScenes(cleanUp: () => Promise<void>): () => void {
  cleanups.add(cleanUp)
  return () => void cleanups.delete(cleanUp)
}

/** The environment of one run: its directory, and the cleanups to run at its end. */
export class Scene {
  readonly directory: string
  readonly #cleanups: (() => unknown)[] = [
    () => rmSync(this.directory, { recursive: true, force: true }),
  ]
  readonly #controller = new AbortController()
  /**
   * Aborted when the end begins. Pending starts are cancelled, and nothing may start afterwards.
   */
  readonly signal = this.#controller.signal
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
   * Registers a cleanup. Cleanups run in reverse order. If the scene has already ended, this one
   * runs immediately, because a stopped part registered it.
   */
  onEnd(cleanUp: () => unknown): void {
    if (this.#isOver) void Promise.resolve().then(cleanUp)
    else this.#cleanups.push(cleanUp)
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
    this.#controller.abort(new Error('the run has ended'))
    const errors: unknown[] = []
    for (let cleanUp = this.#cleanups.pop(); cleanUp; cleanUp = this.#cleanups.pop()) {
      try {
        await cleanUp()
      } catch (error) {
        errors.push(error)
      }
    }
    this.#isOver = true
    open.delete(this)
    if (errors.length > 0) throw errors[0]
  }
}
