import { type Draft, isSameDraft, type Theirs } from './draft'
import { DraftKeeper } from './draft-keeper'
import { InFlightSaves } from './in-flight-saves'
import { heldBy, type SaveAnswer } from './save-answer'
import { SaveSchedule } from './save-schedule'
import type { SaverPorts } from './saver-ports'
import type { SavingState } from './saving-state'
import { StatusNotifier } from './status-notifier'

/** What went out, how many keys were typed by then, and when that was. */
type Sent = { draft: Draft; edits: number; sentMs: number }

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
  /** How many keys had been typed when words from an older revision were put back. */
  private editsPutBack = 0
  private isSending = false
  private isStopped = false
  private readonly tries = new InFlightSaves()
  /** With the form around the editor. */
  private formSent: Sent | undefined
  private readonly schedule: SaveSchedule
  private readonly keeper: DraftKeeper
  private readonly told: StatusNotifier

  constructor(
    private readonly ports: SaverPorts,
    start: { revision: number; draft: Draft },
  ) {
    this.base = start
    this.told = new StatusNotifier((state) => ports.tell(state))
    this.schedule = new SaveSchedule(ports.clock)
    const keep = () => ports.keep({ base: this.base.revision, draft: ports.read() })
    this.keeper = new DraftKeeper(ports.clock, keep, (isKept) => this.told.tellKept(isKept))
  }

  get state(): SavingState {
    return this.told.now
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
    this.schedule.typed(this.isSaved)
    this.edits += 1
    this.keeper.keepSoon()
    if (this.state.phase === 'saved' || this.state.phase === 'refused')
      this.told.tell({ phase: 'saving' })
    this.sendSoon()
  }

  /** What is written now goes out by another way, too: the form around the editor. Its revision is not a stranger’s. */
  submitted(draft: Draft): void {
    this.tries.add(draft)
    this.formSent = { draft, edits: this.edits, sentMs: this.ports.clock.now() }
  }

  /** The server has what the form sent: writing goes on from there. */
  formSaved(revision: number, slug: string): void {
    if (!this.formSent || revision < this.base.revision) return
    this.hear({ kind: 'saved', revision, slug }, this.formSent)
    if (this.base.revision === revision) this.ports.found?.(this.base, this.formSent.draft)
  }

  /** The connection is back, or the writer is: what waits is tried at once. */
  wake(): void {
    if (this.schedule.isFailing || this.state.phase === 'signed-out') this.flush()
  }

  /** Saves now what is not saved yet, without the pause. */
  flush(): void {
    if (!this.isSaved && !this.isSending && this.state.phase !== 'conflict') void this.send()
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
    this.editsPutBack = this.edits
    // To find one of them there would prove nothing of what lies beneath it.
    this.tries.forget()
    this.hold(theirs)
  }

  /** Another tab or another person has saved. A request on its way will be told by its answer. */
  changedElsewhere(theirs: Theirs): void {
    if (theirs.revision > this.base.revision && !this.isSending) this.meet(theirs)
  }

  /** The writer has seen the difference to `seen`, and writes over it; over what came since then he does not. */
  keepMine(seen?: Theirs): void {
    if (this.state.phase !== 'conflict') return
    this.base = { ...(seen ?? this.state.theirs), isForced: true }
    this.edits += 1
    this.told.tell({ phase: 'saving' })
    this.keepNow()
    // What is still on its way from before they were put back is awaited: it says from which revision to go on.
    if (!this.isSending) void this.send()
  }

  /** @returns what is to stand in the editor from now on */
  takeTheirs(): Draft | undefined {
    if (this.state.phase !== 'conflict') return undefined
    this.base = this.state.theirs
    this.settle(this.edits)
    return this.base.draft
  }

  /** Begins nothing any more; what is on its way goes on. */
  stop(): void {
    this.isStopped = true
    this.schedule.cancel()
    this.keeper.stop()
  }

  private sendSoon(): void {
    this.schedule.cancel()
    const waits = this.state.phase === 'conflict' || this.state.phase === 'signed-out'
    if (this.isSaved || this.isSending || this.isStopped || waits) return
    this.schedule.plan(() => void this.send())
  }

  private async send(): Promise<void> {
    this.schedule.cancel()
    const draft = this.ports.read()
    const [edits, sentMs, base] = [this.edits, this.ports.clock.now(), this.base.revision]
    if (this.tries.isEmpty && isSameDraft(this.base.draft, draft)) {
      this.settle(edits)
      return
    }
    this.isSending = true
    const answer = await this.ports.send({
      base,
      ...draft,
      ...(this.base.isForced && { force: this.base.isForced }),
    })
    this.isSending = false
    if (answer.kind !== 'away') this.schedule.answered()
    // The form was saved meanwhile: what was sent from an older revision says nothing of the one that is there.
    if (base < this.base.revision && (answer.kind === 'conflict' || answer.kind === 'saved'))
      this.settle(this.savedEdits)
    else this.hear(answer, { draft, edits, sentMs })
  }

  private hear(answer: SaveAnswer, { draft, edits, sentMs }: Sent): void {
    if (this.state.phase === 'conflict' && edits < this.editsPutBack) {
      // What the server has by now was not compared with the words that were put back meanwhile, though it is one’s own.
      const theirs = heldBy(answer, draft)
      if (theirs) this.hold(theirs)
      return
    }
    switch (answer.kind) {
      case 'saved':
        this.base = { revision: answer.revision, draft: { ...draft, slug: answer.slug } }
        this.schedule.savedUpTo(sentMs)
        this.settle(edits)
        break
      case 'conflict':
        this.meet(answer.theirs)
        break
      case 'signed-out':
        this.told.tell({ phase: 'signed-out', isKept: this.keeper.isKept })
        break
      case 'refused':
        this.told.tell({ phase: 'refused', detail: answer.detail, errors: answer.errors })
        if (this.edits !== edits) this.sendSoon()
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
      this.told.tell({ phase: 'saving' })
      this.keeper.keepSoon()
      this.sendSoon()
      return
    }
    this.keeper.stop()
    this.ports.keep(undefined)
    this.told.tell({ phase: 'saved' })
  }

  /**
   * The server holds another revision. It is nobody else's words where it says what this one began from (the post was
   * published, say), or what a try said whose answer was lost.
   */
  private meet(theirs: Theirs): void {
    const own = this.tries.find(theirs.draft)
    const isOwn =
      own !== undefined ||
      [this.base.draft, this.ports.read()].some((draft) => isSameDraft(draft, theirs.draft))
    // Said of the very revision it was sent from, it is a fault of the server’s.
    if (theirs.revision === this.base.revision) this.fail()
    else if (!isOwn) this.hold(theirs)
    else this.goOnFrom(theirs, own)
  }

  private goOnFrom(theirs: Theirs, own: Draft | undefined): void {
    this.ports.found?.(theirs, own)
    this.base = theirs
    this.tries.forget()
    if (this.state.phase === 'conflict') this.told.tell({ phase: 'saving' })
    if (this.isSaved) this.settle(this.edits)
    else void this.send()
  }

  private hold(theirs: Theirs): void {
    this.schedule.cancel()
    const known = this.state.phase === 'conflict' ? this.state.theirs : theirs
    this.told.tell({
      phase: 'conflict',
      theirs: known.revision > theirs.revision ? known : theirs,
      isKept: this.keeper.isKept,
    })
  }

  private fail(): void {
    this.schedule.failed()
    this.told.tell({ phase: 'offline', isKept: this.keeper.isKept })
    this.sendSoon()
  }
}
