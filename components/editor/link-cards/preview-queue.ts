import { messageOf } from '@/lib/errors'
import type { LinkPreview } from '@/lib/link-previews/link-preview'

export const fetchesMax = 3

export type PreviewState<Preview = LinkPreview> = {
  step: 'waiting' | 'fetching' | 'done' | 'failed'
  /** The last preview, also during a refresh and after one that failed. */
  preview?: Preview | undefined
  /** The error of the last fetch; may be empty. */
  failure?: string
  /** Bypasses cached previews and cached failures. */
  anew?: true
}

/** @throws any error if there is no preview; its message is shown to the user unless it is empty */
type FetchPreview<Preview> = (
  url: string,
  signal: AbortSignal,
  options: { anew: boolean },
) => Promise<Preview>

/** Fetches the preview of a link. Throws the message of the server, empty if there is none. */
export const fetchPreview: FetchPreview<LinkPreview> = async (url, signal, { anew }) => {
  const query = new URLSearchParams({ url, ...(anew && { anew: 'yes' }) })
  const response = await fetch(`/admin/link-preview?${query}`, { signal }).catch(() => undefined)
  // A preview, or a problem (RFC 9457).
  const body: (LinkPreview & { detail?: string }) | undefined = await response
    ?.json()
    .catch(() => undefined)
  if (response?.ok && body) return body
  throw new Error(body?.detail ?? '')
}

/**
 * Fetches the previews of the cards in a text, at most three at a time. Keeps a fetched preview
 * after its card is removed, so that undo shows it at once. Does not keep failures.
 */
export class PreviewQueue<Preview = LinkPreview> {
  private wanted: ReadonlySet<string> = new Set()
  private readonly states = new Map<string, PreviewState<Preview>>()
  private readonly fetches = new Map<string, AbortController>()
  private readonly watchers = new Map<string, Set<() => void>>()
  private readonly unknown: PreviewState<Preview> = { step: 'waiting' }

  /** @param arrived called after each fetched page */
  constructor(
    private readonly fetchPreview: FetchPreview<Preview>,
    private readonly arrived: () => void = () => {},
  ) {}

  /** Sets the URLs of the cards in the text, in order. Cancels fetches for all others. */
  want(urls: Iterable<string>): void {
    this.wanted = new Set(urls)
    for (const [url, { step, preview }] of this.states) {
      if (this.wanted.has(url) || step === 'done') continue
      this.fetches.get(url)?.abort()
      this.fetches.delete(url)
      this.set(url, preview === undefined ? undefined : { step: 'done', preview })
    }
    for (const url of this.wanted) if (!this.states.has(url)) this.set(url, this.unknown)
    this.fetchNext()
  }

  /** Fetches a preview again, after a failure or to refresh it. */
  again(url: string): void {
    const { step, preview } = this.stateOf(url)
    if (!this.wanted.has(url) || (step !== 'done' && step !== 'failed')) return
    this.set(url, { step: 'waiting', anew: true, preview })
    this.fetchNext()
  }

  /** Returns the state of a preview; `waiting` if it was not requested yet. */
  stateOf(url: string): PreviewState<Preview> {
    return this.states.get(url) ?? this.unknown
  }

  /** Calls `changed` on each new state of a URL. Returns a function that stops watching. */
  watch(url: string, changed: () => void): () => void {
    const watchers = this.watchers.get(url) ?? new Set()
    this.watchers.set(url, watchers.add(changed))
    return () => watchers.delete(changed)
  }

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
      if (this.stateOf(url).step === 'waiting') void this.fetch(url)
    }
  }

  private async fetch(url: string): Promise<void> {
    const controller = new AbortController()
    const state = this.stateOf(url)
    this.fetches.set(url, controller)
    this.set(url, { ...state, step: 'fetching' })
    const end = await this.fetchPreview(url, controller.signal, { anew: state.anew === true }).then(
      (preview): PreviewState<Preview> => ({ step: 'done', preview }),
      (error: unknown): PreviewState<Preview> => ({
        step: state.preview === undefined ? 'failed' : 'done',
        preview: state.preview,
        failure: messageOf(error),
      }),
    )
    // Ignores the result of a cancelled request.
    if (this.fetches.get(url) !== controller) return
    this.fetches.delete(url)
    this.set(url, end)
    if (end.failure === undefined) this.arrived()
    this.fetchNext()
  }
}
