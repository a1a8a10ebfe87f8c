import { messageOf } from '@/lib/errors'
import type { LinkPreview } from '@/lib/link-previews/link-preview'

/** Maximum number of concurrent fetches. */
export const fetchesMax = 3

/** The state of the preview of one URL. `before` is the preview shown until a refresh completes. */
export type PreviewState<Preview = LinkPreview> =
  | { step: 'waiting' | 'fetching'; anew: boolean; before?: Preview }
  /** `failure`: the error of the last refresh. */
  | { step: 'done'; preview: Preview; failure?: string }
  | { step: 'failed'; reason: string }

/**
 * Fetches the preview of a page.
 * @param options.anew bypasses cached previews and cached failures
 * @throws any error if there is no preview; its message is shown to the user, unless it is empty
 */
export type FetchPreview<Preview = LinkPreview> = (
  url: string,
  signal: AbortSignal,
  options: { anew: boolean },
) => Promise<Preview>

/**
 * Fetches the previews of the cards in a text, at most three at a time. Keeps a fetched preview
 * after its card is removed, so that undo shows it at once. Does not keep failures.
 */
export class PreviewQueue<Preview = LinkPreview> {
  private wanted: ReadonlySet<string> = new Set()
  private readonly states = new Map<string, PreviewState<Preview>>()
  private readonly fetches = new Map<string, AbortController>()
  private readonly watchers = new Map<string, Set<() => void>>()

  /** @param arrived called after each fetched page */
  constructor(
    private readonly fetchPreview: FetchPreview<Preview>,
    private readonly arrived: () => void = () => {},
  ) {}

  /** Sets the URLs of the cards in the text, in order. Cancels fetches for all others. */
  want(urls: Iterable<string>): void {
    this.wanted = new Set(urls)
    for (const [url, state] of this.states) {
      if (this.wanted.has(url) || state.step === 'done') continue
      this.fetches.get(url)?.abort()
      this.fetches.delete(url)
      const before = 'before' in state ? state.before : undefined
      this.set(url, before === undefined ? undefined : { step: 'done', preview: before })
    }
    for (const url of this.wanted)
      if (!this.states.has(url)) this.set(url, { step: 'waiting', anew: false })
    this.fetchNext()
  }

  /** Fetches a preview again, after a failure or to refresh it. */
  again(url: string): void {
    const state = this.states.get(url)
    if (!this.wanted.has(url) || (state?.step !== 'done' && state?.step !== 'failed')) return
    this.set(url, {
      step: 'waiting',
      anew: true,
      ...(state.step === 'done' && { before: state.preview }),
    })
    this.fetchNext()
  }

  /** Returns the state of a preview; `waiting` if it was not requested yet. */
  stateOf(url: string): PreviewState<Preview> {
    return this.states.get(url) ?? { step: 'waiting', anew: false }
  }

  /** Calls `changed` on each new state of a URL. Returns a function that stops watching. */
  watch(url: string, changed: () => void): () => void {
    const watchers = this.watchers.get(url) ?? new Set()
    this.watchers.set(url, watchers.add(changed))
    return () => watchers.delete(changed)
  }

  /** Cancels all requests. */
  close(): void {
    this.want([])
  }

  private set(url: string, state: PreviewState<Preview> | undefined): void {
    if (state) this.states.set(url, state)
    else this.states.delete(url)
    for (const changed of this.watchers.get(url) ?? []) changed()
  }

  private fetchNext(): void {
    for (const url of this.wanted) {
      if (this.fetches.size >= fetchesMax) return
      const state = this.states.get(url)
      if (state?.step === 'waiting') void this.fetch(url, state)
    }
  }

  private async fetch(
    url: string,
    state: PreviewState<Preview> & { step: 'waiting' | 'fetching' },
  ): Promise<void> {
    const controller = new AbortController()
    this.fetches.set(url, controller)
    this.set(url, { ...state, step: 'fetching' })
    const { anew, before } = state
    const end = await this.fetchPreview(url, controller.signal, { anew }).then(
      (preview): PreviewState<Preview> => ({ step: 'done', preview }),
      (error: unknown): PreviewState<Preview> => {
        const reason = messageOf(error)
        return before === undefined
          ? { step: 'failed', reason }
          : { step: 'done', preview: before, failure: reason }
      },
    )
    // Ignores the result of a cancelled request.
    if (this.fetches.get(url) !== controller) return
    this.fetches.delete(url)
    this.set(url, end)
    if (end.step === 'done' && end.failure === undefined) this.arrived()
    this.fetchNext()
  }
}
