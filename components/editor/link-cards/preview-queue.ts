import { Semaphore } from '@/lib/concurrency/semaphore'
import { messageOf } from '@/lib/errors'
import type { LinkPreview } from '@/lib/link-previews/link-preview'

export const fetchesMax = 3

export type PreviewState<Preview = LinkPreview> = {
  step: 'fetching' | 'done' | 'failed'
  /** The last preview. It remains available during a refresh and after a failed one. */
  preview?: Preview | undefined
  /** The error of the last fetch; may be empty. */
  failure?: string
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

const unknown = { step: 'fetching' } as const

/**
 * Fetches the previews of the cards in a text, at most three at a time. Keeps a fetched preview
 * after its card is removed, so that undo shows it immediately. Does not keep failures.
 */
export class PreviewQueue<Preview = LinkPreview> {
  private readonly states = new Map<string, PreviewState<Preview>>()
  private readonly fetches = new Map<string, AbortController>()
  private readonly turns = new Semaphore(fetchesMax)
  private readonly changes = new EventTarget()

  /** @param arrived called after each fetched page */
  constructor(
    private readonly fetchPreview: FetchPreview<Preview>,
    private readonly arrived: () => void = () => {},
  ) {}

  /** Sets the URLs of the cards in the text. Cancels fetches for all others. */
  want(urls: Iterable<string>): void {
    const wanted = new Set(urls)
    for (const [url, { step, preview }] of this.states) {
      if (wanted.has(url) || step === 'done') continue
      this.fetches.get(url)?.abort()
      this.fetches.delete(url)
      this.set(url, preview && { step: 'done', preview })
    }
    for (const url of wanted) if (!this.states.has(url)) void this.fetch(url)
  }

  /** Fetches a preview again, after a failure or to refresh it. Bypasses caches. */
  again(url: string): void {
    if (!this.fetches.has(url)) void this.fetch(url, true)
  }

  /** Returns the state of a preview; `fetching` if it was not requested yet. */
  stateOf(url: string): PreviewState<Preview> {
    return this.states.get(url) ?? unknown
  }

  /** Calls `changed` on each new state of a URL. Returns a function that stops watching. */
  watch(url: string, changed: () => void): () => void {
    this.changes.addEventListener(url, changed)
    return () => this.changes.removeEventListener(url, changed)
  }

  close(): void {
    this.want([])
  }

  private set(url: string, state: PreviewState<Preview> | undefined): void {
    if (state) this.states.set(url, state)
    else this.states.delete(url)
    this.changes.dispatchEvent(new Event(url))
  }

  private async fetch(url: string, anew = false): Promise<void> {
    const controller = new AbortController()
    const { signal } = controller
    const { preview } = this.stateOf(url)
    this.fetches.set(url, controller)
    this.set(url, { step: 'fetching', preview })
    const end = await this.turns
      .run(signal, () => this.fetchPreview(url, signal, { anew }))
      .then(
        (preview): PreviewState<Preview> => ({ step: 'done', preview }),
        (error: unknown): PreviewState<Preview> => ({
          step: preview === undefined ? 'failed' : 'done',
          preview,
          failure: messageOf(error),
        }),
      )
    // Ignores the result of a cancelled request.
    if (this.fetches.get(url) !== controller) return
    this.fetches.delete(url)
    this.set(url, end)
    if (end.failure === undefined) this.arrived()
  }
}
