import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

export type Size = 'full' | 'short'

/** Those that have not ended. */
const open = new Set<Scene>()
/** Of commands that are under way, in a scene or before the first. */
const endings = new Set<() => Promise<void>>()
let stopped = false

/** @throws where the proof was stopped: nothing begins any more, and what parts say of their end says nothing of the blog */
export function goOnUnlessStopped(): void {
  if (stopped) throw new Error('stopped')
}

/** Ends whatever is under way, and lets nothing begin any more: a frozen database, a full disk and an added address outlive nobody who lost patience. */
export async function stopScenes(): Promise<void> {
  stopped = true
  // They write into the directories that go with the scenes.
  await Promise.allSettled([...endings].map((end) => end()))
  await Promise.allSettled([...open].map((scene) => scene.end()))
}

/**
 * Has a stop end what takes place outside of any scene, or is to be gone before the scene it belongs to.
 * @returns what to call when it has ended by itself
 */
export function endBeforeScenes(ending: () => Promise<void>): () => void {
  endings.add(ending)
  return () => void endings.delete(ending)
}

/** Where one run takes place: its own directory, and what is to be ended with it, in the other order it was begun in. */
export class Scene {
  readonly directory: string
  readonly #endings: (() => unknown)[] = [
    () => rmSync(this.directory, { recursive: true, force: true }),
  ]
  readonly #ending = new AbortController()
  /** Aborted as its end begins: what is being started then is not wanted any more, and nothing is to be started after it. */
  readonly signal = this.#ending.signal
  #isOver = false
  #ended: Promise<void> | undefined

  constructor(
    readonly size: Size,
    /** The checkout that is proved, with a production build in it. */
    readonly checkout: string,
    /** Tells whoever watches how far it is. */
    readonly say: (progress: string) => void,
  ) {
    goOnUnlessStopped()
    this.directory = mkdtempSync(path.join(tmpdir(), 'afterword-prove-'))
    open.add(this)
    // Where this runs as root, PostgreSQL runs as another user, and enters it.
    chmodSync(this.directory, 0o711)
  }

  /** The first in the full proof, the second in the short form. */
  choose<T>(full: T, short: T): T {
    return this.size === 'full' ? full : short
  }

  /** All of them in the full proof, each so-manyth in the short form. */
  some<T>(all: readonly T[], each: number): T[] {
    return all.filter((_, n) => n % this.choose(1, each) === 0)
  }

  /** What comes up once all has ended was begun by a part that was stopped, and ends at once. */
  onEnd(ending: () => unknown): void {
    if (this.#isOver) void Promise.resolve().then(ending)
    else this.#endings.push(ending)
  }

  /** Ends all that was begun, and throws the first of what went wrong with it once nothing is left running. Whoever asks meanwhile waits for the same. */
  async end(): Promise<void> {
    if (this.#isOver) return
    this.#ended ??= this.#endAll()
    await this.#ended
  }

  async #endAll(): Promise<void> {
    this.#ending.abort(new Error('the scene is over'))
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
