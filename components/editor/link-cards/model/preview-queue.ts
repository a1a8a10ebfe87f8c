import {
  noPreviews,
  type PreviewCommand,
  type PreviewEvent,
  type PreviewState,
  type Previews,
  stepPreviews,
} from './preview-states'

/**
 * Fetches the preview of a page.
 * @param options.anew not from what is kept of it, nor of its failure
 * @throws anything where there is none; its message is shown to the writer
 */
export type FetchPreview<Preview> = (
  url: string,
  signal: AbortSignal,
  options: { anew: boolean },
) => Promise<Preview>

/** Carries out what `stepPreviews` decides: fetches, cancels, and tells who watches a URL that it has come further. */
export class PreviewQueue<Preview> {
  private previews: Previews<Preview> = noPreviews
  private readonly fetches = new Map<string, AbortController>()
  private readonly watchers = new Map<string, Set<() => void>>()

  /** @param arrived told after each page that was fetched: what is drawn elsewhere of the same text has its card now, too */
  constructor(
    private readonly fetchPreview: FetchPreview<Preview>,
    private readonly arrived: () => void = () => {},
  ) {}

  /** Says which URLs the text has cards of now, in their order. */
  want(urls: Iterable<string>): void {
    this.step({ type: 'want', urls })
  }

  /** Asks for one once more: after a failure, or because what is shown may be old. */
  again(url: string): void {
    this.step({ type: 'again', url })
  }

  /** How far one has come; `waiting` where nobody asked for it yet. */
  stateOf(url: string): PreviewState<Preview> {
    return this.previews.states.get(url) ?? { step: 'waiting', anew: false }
  }

  /** @returns what ends the watch */
  watch(url: string, changed: () => void): () => void {
    const watchers = this.watchers.get(url) ?? new Set()
    this.watchers.set(url, watchers.add(changed))
    return () => {
      watchers.delete(changed)
      if (watchers.size === 0 && this.watchers.get(url) === watchers) this.watchers.delete(url)
    }
  }

  /** Cancels what is under way. */
  close(): void {
    this.want([])
  }

  private step(event: PreviewEvent<Preview>): void {
    const before = this.previews.states
    const { previews, commands } = stepPreviews(this.previews, event)
    this.previews = previews
    for (const command of commands) this.carryOut(command)
    for (const [url, watchers] of this.watchers) {
      if (before.get(url) !== previews.states.get(url))
        for (const changed of [...watchers]) changed()
    }
  }

  private carryOut(command: PreviewCommand): void {
    const { url } = command
    if (command.type === 'cancel') {
      this.fetches.get(url)?.abort()
      this.fetches.delete(url)
      return
    }
    const controller = new AbortController()
    this.fetches.set(url, controller)
    const end = (event: PreviewEvent<Preview>) => {
      // One that was cancelled has nothing more to say, whatever came of it.
      if (this.fetches.get(url) !== controller) return
      this.fetches.delete(url)
      this.step(event)
    }
    this.fetchPreview(url, controller.signal, { anew: command.anew }).then(
      (preview) => {
        end({ type: 'arrived', url, preview })
        if (!controller.signal.aborted) this.arrived()
      },
      (error: unknown) =>
        end({
          type: 'failed',
          url,
          reason: error instanceof Error ? error.message : String(error),
        }),
    )
  }
}
