/** An automatic saver with a fake clock and a fake server, both controlled by the test. */
import { vi } from 'vitest'
import type { Draft } from '@/components/editor/saving/draft'
import { DraftSaver, type SavingState } from '@/components/editor/saving/draft-saver'
import type { KeptDraft } from '@/components/editor/saving/kept-draft'
import type { SaveRequest, SaveResponse } from '@/components/editor/saving/send-draft'

/** Replaces the timers of the page and `performance.now`. A new clock forgets all timers. */
export class ManualClock {
  private ms = 0
  private timers: { due: number; work: () => void }[] = []
  constructor() {
    vi.stubGlobal('performance', { now: () => this.ms })
    vi.stubGlobal('setTimeout', (work: () => void, delayMs: number) => {
      const timer = { due: this.ms + delayMs, work }
      this.timers.push(timer)
      return timer
    })
    vi.stubGlobal('clearTimeout', (timer: unknown) => {
      this.timers = this.timers.filter((other) => other !== timer)
    })
  }
  /**
   * Advances the clock and runs the due timers in order, with everything that follows immediately.
   */
  async pass(ms: number): Promise<void> {
    const end = this.ms + ms
    for (;;) {
      const next = this.timers
        .filter(({ due }) => due <= end)
        .sort((one, other) => one.due - other.due)[0]
      if (!next) break
      this.timers = this.timers.filter((timer) => timer !== next)
      this.ms = Math.max(this.ms, next.due)
      next.work()
      await settled()
    }
    this.ms = end
  }
}

/** Waits until no promise can make progress. */
export const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

export type ServerBehaviour = 'normal' | 'request lost' | 'response lost' | 'signed out' | 'slow'

/** A stored post with the same rules as the real one: a save names the revision it is based on. */
export class TestServer {
  behaviour: ServerBehaviour = 'normal'
  readonly history: Draft[]
  /** Like the real one, if the slug follows the title. */
  makesSlugs = false
  requests = 0
  /** Revisions that were overwritten deliberately. */
  readonly overwritten: number[] = []
  private waiting: (() => void)[] = []

  constructor(first: Draft) {
    this.history = [first]
  }
  get revision(): number {
    return this.history.length
  }
  get draft(): Draft {
    const draft = this.history.at(-1)
    if (!draft) throw new Error('a post has a revision')
    return draft
  }
  /** Saves as another editor. */
  overwrite(content: string): void {
    this.history.push({ ...this.draft, content })
  }
  /** Completes the delayed responses. */
  async respond(): Promise<void> {
    for (const resume of this.waiting.splice(0)) resume()
    await settled()
  }
  send = async ({ base, force, ...draft }: SaveRequest): Promise<SaveResponse> => {
    const { behaviour } = this
    this.requests += 1
    if (behaviour === 'slow') await new Promise<void>((resolve) => this.waiting.push(resolve))
    if (behaviour === 'request lost') return { kind: 'unavailable' }
    if (behaviour === 'signed out') return { kind: 'signed-out' }
    const response = this.save(base, draft)
    if (force && response.kind === 'saved') this.overwritten.push(base)
    return behaviour === 'response lost' ? { kind: 'unavailable' } : response
  }
  private save(base: number, draft: Draft): SaveResponse {
    if (base !== this.revision)
      return { kind: 'conflict', theirs: { revision: this.revision, draft: this.draft } }
    const slug = this.makesSlugs ? 'of-the-title' : draft.slug
    if (draft.content !== this.draft.content) this.history.push({ ...draft, slug })
    return { kind: 'saved', revision: this.revision, slug }
  }
}

export const emptyDraft: Required<Draft> = {
  slug: 'a-post',
  title: 'A post',
  summary: '',
  tags: [],
  cover: '',
  coverAlt: '',
  metaTitle: '',
  metaDescription: '',
  socialImage: '',
  canonical: '',
  noindex: false,
  content: '',
}

/** Opens an editor with its input and the storage of its browser. */
export function openEditor(server: TestServer) {
  const phases: SavingState['phase'][] = []
  const editor: {
    content: string
    canonical: string
    canKeep: boolean
    openMax: number
    kept?: KeptDraft | undefined
    saved?: object
  } = {
    content: server.draft.content,
    canonical: '',
    canKeep: true,
    openMax: 0,
  }
  let open = 0
  const saver = new DraftSaver(
    {
      read: () => ({ ...emptyDraft, content: editor.content, canonical: editor.canonical }),
      send: async (request) => {
        open += 1
        editor.openMax = Math.max(editor.openMax, open)
        const response = await server.send(request)
        open -= 1
        return response
      },
      keep: (kept) => {
        if (editor.canKeep) editor.kept = kept
        return editor.canKeep
      },
      tell: ({ phase }) => phases.push(phase),
      show: ({ content }) => type(content),
      saved: ({ revision, draft }, sent) => {
        editor.saved = { revision, slug: draft.slug, sent: sent.slug }
      },
    },
    { revision: server.revision, draft: server.draft },
  )
  const type = (content: string) => {
    editor.content = content
    saver.handleEdit()
  }
  return { editor, saver, type, phases }
}
