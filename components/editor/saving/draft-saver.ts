import { type Draft, isSameDraft, type Theirs } from './draft'
import { DraftKeeper } from './draft-keeper'
import { OwnTries } from './own-tries'
import type { SaveAnswer } from './save-answer'
import { retryPause, saveTiming } from './save-timing'
import type { SaverPorts } from './saver-ports'
import type { SavingState } from './saving-state'

/**
 * Saves a draft as it is typed: one request at a time, the latest text wins, what fails is tried again, and what
 * somebody else saved is never overwritten unseen. It knows of no editor, no page and no network.
 */
export class DraftSaver {
  /** What the server holds, as far as is known: from there on the writer writes; `isForced`: over it, knowingly. */
  private base: Theirs & { isForced?: true }
  /** Keys typed so far, and how many of them the server has. */
  private edits = 0
  private savedEdits = 0
  private firstUnsavedMs = 0
  private lastEditMs = 0
  private retryMs = 0
  private failures = 0
  private isSending = false
  private isStopped = false
  private readonly tries = new OwnTries()
  /** What went out with the form around the editor, and how many keys were typed by then. */
  private formSent: { draft: Draft; edits: number } | undefined
  private cancelSend = () => {}
  private readonly keeper: DraftKeeper
  private told: SavingState = { phase: 'saved' }

  constructor(
    private readonly ports: SaverPorts,
    start: { revision: number; draft: Draft },
  ) {
    this.base = start
    this.keeper = new DraftKeeper(
      ports.clock,
      () => ports.keep({ base: this.base.revision, draft: ports.read() }),
      (isKept) => {
        if ('isKept' in this.told) this.tell({ ...this.told, isKept })
      },
    )
  }

  get state(): SavingState {
    return this.told
  }

  get revision(): number {
    return this.base.revision
  }

  get savedDraft(): Draft {
    return this.base.draft
  }

  /** Whether this browser has what the server has not. */
  get isKept(): boolean {
    return this.keeper.isKept
  }

  get isSaved(): boolean {
    return this.edits === this.savedEdits
  }

  /** Something was typed. */
  edited(): void {
    const now = this.ports.clock.now()
    if (this.isSaved) this.firstUnsavedMs = now
    this.edits += 1
    this.lastEditMs = now
    this.keeper.keepSoon()
    if (this.told.phase === 'saved' || this.told.phase === 'refused') this.tell({ phase: 'saving' })
    this.schedule()
  }

  /** What is written now goes out by another way, too: the form around the editor. Its revision is not a stranger’s. */
  submitted(draft: Draft): void {
    this.tries.add(draft)
    this.formSent = { draft, edits: this.edits }
  }

  /** The server has what the form sent: writing goes on from there. */
  formSaved(revision: number, slug: string): void {
    if (!this.formSent || revision < this.base.revision) return
    const { draft, edits } = this.formSent
    this.base = { revision, draft: { ...draft, slug } }
    this.ports.found?.(this.base, draft)
    this.settle(edits)
  }

  /** The connection is back, or the writer is: what waits is tried at once. */
  wake(): void {
    if (this.failures > 0 || this.told.phase === 'signed-out') this.flush()
  }

  /** Saves now what is not saved yet, without the pause. */
  flush(): void {
    if (!this.isSaved && !this.isSending && this.told.phase !== 'conflict') void this.send()
  }

  /** Hands what is not saved to this browser now: the page may go away. */
  keepNow(): void {
    if (!this.isSaved) this.keeper.keepNow()
  }

  /** What was kept in this browser stands in the editor again. From an older revision it has to be compared first. */
  restored(revision: number): void {
    const theirs = this.base
    this.edited()
    if (revision === theirs.revision) return
    // What it began from is known no more, and stays its base until the writer has seen what came since.
    this.base = { revision, draft: this.ports.read() }
    this.hold(theirs)
  }

  /** Another tab or another person has saved. A request on its way will be told by its answer. */
  changedElsewhere(theirs: Theirs): void {
    if (theirs.revision > this.base.revision && !this.isSending) this.meet(theirs)
  }

  /** The writer has seen the difference to `seen`, and writes over it; over what came since then he does not. */
  keepMine(seen?: Theirs): void {
    if (this.told.phase !== 'conflict') return
    this.base = { ...(seen ?? this.told.theirs), isForced: true }
    this.edits += 1
    this.tell({ phase: 'saving' })
    this.keepNow()
    void this.send()
  }

  /** @returns what is to stand in the editor from now on */
  takeTheirs(): Draft | undefined {
    if (this.told.phase !== 'conflict') return undefined
    this.base = this.told.theirs
    this.settle(this.edits)
    return this.base.draft
  }

  /** Begins nothing any more; what is on its way goes on. */
  stop(): void {
    this.isStopped = true
    this.cancelSend()
    this.keeper.stop()
  }

  private schedule(): void {
    this.cancelSend()
    const waits = this.told.phase === 'conflict' || this.told.phase === 'signed-out'
    if (this.isSaved || this.isSending || this.isStopped || waits) return
    const due = this.failures > 0 ? this.retryMs : Math.min(this.lastEditMs + saveTiming.pauseMs, this.firstUnsavedMs + saveTiming.everyMs)
    this.cancelSend = this.ports.clock.after(Math.max(0, due - this.ports.clock.now()), () => void this.send())
  }

  private async send(): Promise<void> {
    this.cancelSend()
    const draft = this.ports.read()
    const [edits, sentMs, base] = [this.edits, this.ports.clock.now(), this.base.revision]
    if (this.tries.isEmpty && isSameDraft(this.base.draft, draft)) {
      this.settle(edits)
      return
    }
    this.isSending = true
    const answer = await this.ports.send({ base, ...draft, ...(this.base.isForced && { force: this.base.isForced }) })
    this.isSending = false
    if (answer.kind !== 'away') this.failures = 0
    // The form was saved meanwhile: what was sent from an older revision says nothing of the one that is there.
    if (base < this.base.revision && (answer.kind === 'conflict' || answer.kind === 'saved')) this.settle(this.savedEdits)
    else this.hear(answer, { draft, edits, sentMs })
  }

  private hear(answer: SaveAnswer, { draft, edits, sentMs }: { draft: Draft; edits: number; sentMs: number }): void {
    switch (answer.kind) {
      case 'saved':
        this.base = { revision: answer.revision, draft: { ...draft, slug: answer.slug } }
        this.firstUnsavedMs = sentMs
        this.settle(edits)
        break
      case 'conflict':
        this.meet(answer.theirs)
        break
      case 'signed-out':
        this.tell({ phase: 'signed-out', isKept: this.keeper.isKept })
        break
      case 'refused':
        this.tell({ phase: 'refused', detail: answer.detail, errors: answer.errors })
        if (this.edits !== edits) this.schedule()
        break
      case 'away':
        this.tries.add(draft)
        this.fail()
    }
  }

  /** The server has what was typed up to there. */
  private settle(edits: number): void {
    this.tries.forget()
    this.savedEdits = edits
    if (!this.isSaved) {
      this.tell({ phase: 'saving' })
      this.keeper.keepSoon()
      this.schedule()
      return
    }
    this.keeper.stop()
    this.ports.keep(undefined)
    this.tell({ phase: 'saved' })
  }

  /**
   * The server holds another revision. It is nobody else's words where it says what this one began from (the post was
   * published, say), or what a try said whose answer was lost.
   */
  private meet(theirs: Theirs): void {
    const own = this.tries.find(theirs.draft)
    const isOwn = own !== undefined || [this.base.draft, this.ports.read()].some((draft) => isSameDraft(draft, theirs.draft))
    // Said of the very revision it was sent from, it is a fault of the server’s.
    if (theirs.revision === this.base.revision) this.fail()
    else if (!isOwn) this.hold(theirs)
    else this.goOnFrom(theirs, own)
  }

  private goOnFrom(theirs: Theirs, own: Draft | undefined): void {
    this.ports.found?.(theirs, own)
    this.base = theirs
    this.tries.forget()
    if (this.told.phase === 'conflict') this.tell({ phase: 'saving' })
    if (this.isSaved) this.settle(this.edits)
    else void this.send()
  }

  private hold(theirs: Theirs): void {
    this.cancelSend()
    this.tell({ phase: 'conflict', theirs, isKept: this.keeper.isKept })
  }

  private fail(): void {
    this.failures += 1
    this.retryMs = this.ports.clock.now() + retryPause(this.failures)
    this.tell({ phase: 'offline', isKept: this.keeper.isKept })
    this.schedule()
  }

  private tell(state: SavingState): void {
    if (state.phase === this.told.phase && (state.phase === 'saving' || state.phase === 'saved')) return
    this.told = state
    this.ports.tell(state)
  }
}
