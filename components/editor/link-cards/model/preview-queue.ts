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
 * @param options.anew bypasses cached previews and cached failures
 * @throws any error if there is no preview; its message is shown to the user
 */
export type FetchPreview<Preview> = (
  url: string,
  signal: AbortSignal,
  options: { anew: boolean },
) => Promise<Preview>

/**
 * Executes the commands of `stepPreviews`: fetches, cancels, and notifies the watchers of a URL.
 */
export class PreviewQueue<Preview> {
  private previews: Previews<Preview> = noPreviews
  private readonly fetches = new Map<string, AbortController>()
  private readonly watchers = new Map<string, Set<() => void>>()

  /**
   * @param arrived called after each fetched page, so that other views of the text can show its
   *   card
   */
  constructor(
    private readonly fetchPreview: FetchPreview<Preview>,
    private readonly arrived: () => void = () => {},
  ) {}

  /** Sets the URLs of the cards in the text, in order. */
  want(urls: Iterable<string>): void {
    this.step({ type: 'want', urls })
  }

  /** Fetches a preview again, after a failure or to refresh it. */
  again(url: string): void {
    this.step({ type: 'again', url })
  }

  /** Returns the state of a preview; `waiting` if it was not requested yet. */
  stateOf(url: string): PreviewState<Preview> {
    return this.previews.states.get(url) ?? { step: 'waiting', anew: false }
  }

  /**
   * Calls `changed` on each new state of a URL.
   * @returns a function that stops watching
   */
  watch(url: string, changed: () => void): () => void {
    const watchers = this.watchers.get(url) ?? new Set()
    this.watchers.set(url, watchers.add(changed))
    return () => {
      watchers.delete(changed)
      if (watchers.size === 0 && this.watchers.get(url) === watchers) this.watchers.delete(url)
    }
  }

  /** Cancels all requests. */
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
      // Ignores the result of a cancelled request.
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
