import { type Draft, isSameDraft, type Theirs } from './draft'
import { DraftKeeper } from './draft-keeper'
import { InFlightSaves } from './in-flight-saves'
import { heldBy, type SaveAnswer } from './save-answer'
import { SaveSchedule } from './save-schedule'
import type { SaverPorts } from './saver-ports'
import type { SavingState } from './saving-state'
import { StatusNotifier } from './status-notifier'

/** A sent draft, the number of edits until then, and the time. */
type Sent = { draft: Draft; edits: number; sentMs: number }

/**
 * Saves a draft while it is typed. Sends one request at a time, always with the latest text, and
 * retries failures. Never overwrites another user's save without confirmation. Independent of
 * editor, page and network.
 */
export class DraftSaver {
  /** The last known version on the server. `isForced`: the user chose to overwrite it. */
  private base: Theirs & { isForced?: true }
  /** Number of edits so far, and how many of them are saved. */
  private edits = 0
  private savedEdits = 0
  /** Number of edits when text from an older revision was restored. */
  private editsPutBack = 0
  private isSending = false
  private isStopped = false
  private readonly attempts = new InFlightSaves()
  /** The draft submitted with the surrounding form. */
  private formSent: Sent | undefined
  private readonly schedule: SaveSchedule
  private readonly keeper: DraftKeeper
  private readonly status: StatusNotifier

  constructor(
    private readonly ports: SaverPorts,
    start: { revision: number; draft: Draft },
  ) {
    this.base = start
    this.status = new StatusNotifier((state) => ports.tell(state))
    this.schedule = new SaveSchedule(ports.clock)
    const keep = () => ports.keep({ base: this.base.revision, draft: ports.read() })
    this.keeper = new DraftKeeper(ports.clock, keep, (isKept) => this.status.setKept(isKept))
  }

  get state(): SavingState {
    return this.status.now
  }

  get revision(): number {
    return this.base.revision
  }

  get savedDraft(): Draft {
    return this.base.draft
  }

  /** True if the unsaved text is stored in this browser. */
  get isKept(): boolean {
    return this.keeper.isKept
  }

  get isSaved(): boolean {
    return this.edits === this.savedEdits
  }

  /** Records an edit. */
  edited(): void {
    this.schedule.typed(this.isSaved)
    this.edits += 1
    this.keeper.keepSoon()
    if (this.state.phase === 'saved' || this.state.phase === 'refused')
      this.status.tell({ phase: 'saving' })
    this.sendSoon()
  }

  /**
   * Records that the surrounding form submits the draft, so that its revision causes no conflict.
   */
  submitted(draft: Draft): void {
    this.attempts.add(draft)
    this.formSent = { draft, edits: this.edits, sentMs: this.ports.clock.now() }
  }

  /** Continues from the revision that the form saved. */
  formSaved(revision: number, slug: string): void {
    if (!this.formSent || revision < this.base.revision) return
    this.handleResponse({ kind: 'saved', revision, slug }, this.formSent)
    if (this.base.revision === revision) this.ports.found?.(this.base, this.formSent.draft)
  }

  /** Retries at once: the connection is back, or the user has returned. */
  wake(): void {
    if (this.schedule.isFailing || this.state.phase === 'signed-out') this.flush()
  }

  /** Saves unsaved edits now, without waiting for a pause. */
  flush(): void {
    if (!this.isSaved && !this.isSending && this.state.phase !== 'conflict') void this.send()
  }

  /** Stores unsaved edits in this browser now, because the page may close. */
  keepNow(): void {
    if (!this.isSaved) this.keeper.keepNow()
  }

  /**
   * Records that a stored draft was restored. If its revision is older, it must be compared first.
   */
  restored(revision: number): void {
    const theirs = this.base
    this.edited()
    if (revision === theirs.revision) return
    // The old text is unknown, so this draft is the base until the user has compared it.
    this.base = { revision, draft: this.ports.read() }
    this.editsPutBack = this.edits
    // A match with an earlier attempt would not prove that the versions in between were compared.
    this.attempts.forget()
    this.enterConflict(theirs)
  }

  /**
   * Handles a save by another tab or user. A request in progress will report the conflict itself.
   */
  changedElsewhere(theirs: Theirs): void {
    if (theirs.revision > this.base.revision && !this.isSending) this.handleRevision(theirs)
  }

  /** Overwrites `seen`, the version that the user compared, but nothing newer. */
  keepMine(seen?: Theirs): void {
    if (this.state.phase !== 'conflict') return
    this.base = { ...(seen ?? this.state.theirs), isForced: true }
    this.edits += 1
    this.status.tell({ phase: 'saving' })
    this.keepNow()
    // A request sent before the text was restored may be pending. Its response has the next base
    // revision.
    if (!this.isSending) void this.send()
  }

  /**
   * Accepts the other version.
   * @returns the draft to show in the editor; undefined without a conflict
   */
  takeTheirs(): Draft | undefined {
    if (this.state.phase !== 'conflict') return undefined
    this.base = this.state.theirs
    this.markSaved(this.edits)
    return this.base.draft
  }

  /** Sends nothing more. A request in progress continues. */
  stop(): void {
    this.isStopped = true
    this.schedule.cancel()
    this.keeper.stop()
  }

  private sendSoon(): void {
    this.schedule.cancel()
    const isBlocked = this.state.phase === 'conflict' || this.state.phase === 'signed-out'
    if (this.isSaved || this.isSending || this.isStopped || isBlocked) return
    this.schedule.plan(() => void this.send())
  }

  private async send(): Promise<void> {
    this.schedule.cancel()
    const draft = this.ports.read()
    const [edits, sentMs, base] = [this.edits, this.ports.clock.now(), this.base.revision]
    if (this.attempts.isEmpty && isSameDraft(this.base.draft, draft)) {
      this.markSaved(edits)
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
    // The form has saved a newer revision meanwhile, so this response is outdated.
    if (base < this.base.revision && (answer.kind === 'conflict' || answer.kind === 'saved'))
      this.markSaved(this.savedEdits)
    else this.handleResponse(answer, { draft, edits, sentMs })
  }

  private handleResponse(answer: SaveAnswer, { draft, edits, sentMs }: Sent): void {
    if (this.state.phase === 'conflict' && edits < this.editsPutBack) {
      // The user has not compared the restored text with this version, even if it is their own.
      const theirs = heldBy(answer, draft)
      if (theirs) this.enterConflict(theirs)
      return
    }
    switch (answer.kind) {
      case 'saved':
        this.base = { revision: answer.revision, draft: { ...draft, slug: answer.slug } }
        this.schedule.savedUpTo(sentMs)
        this.markSaved(edits)
        break
      case 'conflict':
        this.handleRevision(answer.theirs)
        break
      case 'signed-out':
        this.status.tell({ phase: 'signed-out', isKept: this.keeper.isKept })
        break
      case 'refused':
        this.status.tell({ phase: 'refused', detail: answer.detail, errors: answer.errors })
        if (this.edits !== edits) this.sendSoon()
        break
      case 'away':
        this.attempts.add(draft)
        this.fail()
    }
  }

  /** Marks edits as saved. */
  private markSaved(edits: number): void {
    this.attempts.forget()
    this.savedEdits = edits
    if (!this.isSaved) {
      this.status.tell({ phase: 'saving' })
      this.keeper.keepSoon()
      this.sendSoon()
      return
    }
    this.keeper.stop()
    this.ports.keep(undefined)
    this.status.tell({ phase: 'saved' })
  }

  /**
   * Handles another revision on the server. It is not a conflict if its text equals the base (after
   * publishing, for example), the current text, or an attempt whose response was lost.
   */
  private handleRevision(theirs: Theirs): void {
    const own = this.attempts.find(theirs.draft)
    const isOwn =
      own !== undefined ||
      [this.base.draft, this.ports.read()].some((draft) => isSameDraft(draft, theirs.draft))
    // A conflict with the base revision itself is a server error.
    if (theirs.revision === this.base.revision) this.fail()
    else if (!isOwn) this.enterConflict(theirs)
    else this.continueFrom(theirs, own)
  }

  private continueFrom(theirs: Theirs, own: Draft | undefined): void {
    this.ports.found?.(theirs, own)
    this.base = theirs
    this.attempts.forget()
    if (this.state.phase === 'conflict') this.status.tell({ phase: 'saving' })
    if (this.isSaved) this.markSaved(this.edits)
    else void this.send()
  }

  private enterConflict(theirs: Theirs): void {
    this.schedule.cancel()
    const known = this.state.phase === 'conflict' ? this.state.theirs : theirs
    this.status.tell({
      phase: 'conflict',
      theirs: known.revision > theirs.revision ? known : theirs,
      isKept: this.keeper.isKept,
    })
  }

  private fail(): void {
    this.schedule.failed()
    this.status.tell({ phase: 'offline', isKept: this.keeper.isKept })
    this.sendSoon()
  }
}
