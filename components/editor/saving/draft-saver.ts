import type { FieldError } from '@/lib/errors'
import { type Draft, draftFields, fieldText, isSameDraft, type Theirs } from './draft'
import type { KeptDraft } from './kept-draft'
import type { SaveRequest, SaveResponse } from './send-draft'

/** The state of the user's draft. `isKept`: this browser stores the unsaved text. */
export type SavingState =
  | { phase: 'saved' }
  | { phase: 'saving' }
  | { phase: 'offline'; isKept: boolean }
  | { phase: 'signed-out'; isKept: boolean }
  /** Another user or tab has saved. Nothing is sent until the user chooses. */
  | { phase: 'conflict'; theirs: Theirs; isKept: boolean }
  /** The server rejects some fields, and has saved the others, or the whole draft. */
  | { phase: 'refused'; detail: string; errors: FieldError[] }

export type SaverPorts = {
  /** Returns the current draft. Not called on each keystroke, because a long post takes a while. */
  read: () => Draft
  /** Never throws: a missing response is `unavailable`. */
  send: (request: SaveRequest) => Promise<SaveResponse>
  /** Stores a draft in this browser; undefined deletes it. Returns whether that succeeded. */
  keep: (kept: KeptDraft | undefined) => boolean
  tell: (state: SavingState) => void
  /** Shows another user's version, because the user has changed nothing. */
  show: (draft: Draft) => void
  /** Called with each of the user's own versions on the server, and the draft as it was sent. */
  saved: (held: Theirs, sent: Draft) => void
}

/** The timing of saves, in milliseconds. */
const timing = {
  /** The delay of a save after the first unsaved keystroke. */
  saveMs: 1_500,
  /** The delay after a change before the draft is stored in this browser. */
  keepMs: 500,
  /** The longest further wait for the browser to be idle. */
  idleMsMax: 100,
  /** The delay after a failed save, doubled each time. */
  retryMs: 1_000,
  retryMsMax: 30_000,
}

type Refused = Extract<SavingState, { phase: 'refused' }>

/** Why the server rejected a draft, and the draft. */
type Rejection = { state: Refused; draft: Draft }

/** Maximum number of unanswered attempts to remember. */
const attemptsMax = 8

/**
 * A sent draft, and the number of edits until then. `isPartial`: without the fields that the server
 * has rejected.
 */
type Sent = { draft: Draft; edits: number; isPartial?: boolean }

/**
 * Saves a draft while it is typed. Sends one request at a time, always with the latest text, and
 * retries failures. Never overwrites another user's save without confirmation. Independent of
 * editor, page and network.
 */
export class DraftSaver {
  state: SavingState = { phase: 'saved' }
  /** True if the last attempt to store the draft in this browser succeeded. */
  isKept = true
  /**
   * The last known version on the server. `isForced`: the user chose to overwrite it.
   * `isRestored`: its text is unknown, and this is the restored one.
   */
  private base: Theirs & { isForced?: true; isRestored?: true }
  /** Number of edits so far, and how many of them are saved. */
  private edits = 0
  private savedEdits = 0
  /** Number of edits when text from an older revision was restored. */
  private editsAtRestore = 0
  isSending = false
  private isStopped = false
  /**
   * Drafts that were sent without a response. The server may have saved them, so they must be
   * recognised as the user's own.
   */
  private attempts: Draft[] = []
  /** The last rejection. Its values are not sent again, so that the rest of the draft is saved. */
  private rejection: Rejection | undefined
  /** The draft submitted with the surrounding form. */
  private formSent: Sent | undefined
  /** Number of consecutive failed attempts, for the backoff. */
  private failures = 0
  private sendTimer: ReturnType<typeof setTimeout> | undefined
  private keepTimer: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly ports: SaverPorts,
    start: { revision: number; draft: Draft },
  ) {
    this.base = start
  }

  get revision(): number {
    return this.base.revision
  }

  get savedDraft(): Draft {
    return this.base.draft
  }

  /** The text from which this draft and that of a conflict began; undefined if it is unknown. */
  get commonText(): string | undefined {
    return this.base.isRestored ? undefined : this.base.draft.content
  }

  get isSaved(): boolean {
    return this.edits === this.savedEdits
  }

  handleEdit(): void {
    this.edits += 1
    this.keepSoon()
    if (this.state.phase === 'saved' || this.state.phase === 'refused')
      this.tell({ phase: 'saving' })
    this.sendSoon()
  }

  /** Records that the form submits the draft, so that its revision causes no conflict. */
  handleSubmit(draft: Draft): void {
    this.addAttempt(draft)
    this.formSent = { draft, edits: this.edits }
  }

  /** Continues from the revision that the form saved. */
  formSaved(revision: number, slug: string): void {
    if (this.formSent && revision >= this.base.revision)
      this.handleResponse({ kind: 'saved', revision, slug }, this.formSent)
  }

  /** Retries immediately, when the connection or the user is back. */
  wake(): void {
    if (this.failures > 0 || this.state.phase === 'signed-out') this.flush()
  }

  /** Saves unsaved edits now, without waiting for the timer. */
  flush(): void {
    if (!this.isSaved && !this.isSending && this.state.phase !== 'conflict') void this.send()
  }

  /** Stores unsaved edits in this browser now, because the page may close. */
  keepNow(): void {
    if (this.isSaved) return
    this.stopKeeping()
    const isKept = this.ports.keep({ base: this.base.revision, draft: this.ports.read() })
    if (isKept === this.isKept) return
    this.isKept = isKept
    if ('isKept' in this.state) this.tell({ ...this.state, isKept })
  }

  /** Records that a stored draft was restored. One from an older revision is compared first. */
  handleRestore(revision: number): void {
    const theirs = this.base
    this.handleEdit()
    if (revision === theirs.revision) return
    // The old text is unknown, so this draft is the base until the user has compared it.
    this.base = { revision, draft: this.ports.read(), isRestored: true }
    this.editsAtRestore = this.edits
    // A match with an earlier attempt would not prove that the versions in between were compared.
    this.attempts = []
    this.enterConflict(theirs)
  }

  /** Handles a save by another tab or user. A request in progress reports it, too. */
  changedElsewhere(theirs: Theirs): void {
    if (theirs.revision > this.base.revision && !this.isSending) this.handleRevision(theirs)
  }

  /** Overwrites `seen`, the version that the user compared, but nothing newer. */
  keepMine(seen?: Theirs): void {
    if (this.state.phase !== 'conflict') return
    this.base = { ...(seen ?? this.state.theirs), isForced: true }
    this.edits += 1
    this.tell({ phase: 'saving' })
    this.keepNow()
    // A request sent before the text was restored may be pending. Its response has the next base
    // revision.
    if (!this.isSending) void this.send()
  }

  /** Accepts the other version. Returns the draft to show; undefined without a conflict. */
  takeTheirs(): Draft | undefined {
    if (this.state.phase !== 'conflict') return undefined
    this.base = this.state.theirs
    this.markSaved(this.edits)
    return this.base.draft
  }

  /** Sends nothing more. A request in progress continues. */
  stop(): void {
    this.isStopped = true
    this.stopSending()
    this.stopKeeping()
  }

  /** Reports a state, unless it is the current one. */
  private tell(state: SavingState): void {
    if (state.phase === this.state.phase && (state.phase === 'saving' || state.phase === 'saved'))
      return
    this.state = state
    this.ports.tell(state)
  }

  /**
   * Waits until the browser is idle instead of storing each keystroke, because serialising a long
   * post would delay the next frame.
   */
  private keepSoon(): void {
    const keep = () => !this.isStopped && this.keepNow()
    this.keepTimer ??= setTimeout(() => {
      // Safari has no `requestIdleCallback`.
      if ('requestIdleCallback' in globalThis)
        requestIdleCallback(keep, { timeout: timing.idleMsMax })
      else keep()
    }, timing.keepMs)
  }

  private stopKeeping(): void {
    clearTimeout(this.keepTimer)
    this.keepTimer = undefined
  }

  private addAttempt(draft: Draft): void {
    this.attempts = [...this.attempts, draft].slice(-attemptsMax)
  }

  /** Schedules the next save: soon after an edit, with exponential backoff after failures. */
  private sendSoon(): void {
    const isBlocked = this.state.phase === 'conflict' || this.state.phase === 'signed-out'
    if (this.isSaved || this.isSending || this.isStopped || isBlocked) return
    const retryMs = Math.min(timing.retryMsMax, timing.retryMs * 2 ** (this.failures - 1))
    const delayMs = this.failures > 0 ? retryMs : timing.saveMs
    this.sendTimer ??= setTimeout(() => void this.send(), delayMs)
  }

  private stopSending(): void {
    clearTimeout(this.sendTimer)
    this.sendTimer = undefined
  }

  private async send(): Promise<void> {
    this.stopSending()
    const current = this.ports.read()
    const draft = this.withoutRejected(current)
    const isPartial = draft !== current
    const { edits } = this
    const base = this.base.revision
    if (this.attempts.length === 0 && isSameDraft(this.base.draft, draft)) {
      this.finish({ draft, edits, isPartial })
      return
    }
    this.isSending = true
    const response = await this.ports.send({
      base,
      ...draft,
      ...(this.base.isForced && { force: this.base.isForced }),
    })
    this.isSending = false
    if (response.kind !== 'unavailable') this.failures = 0
    // The form has saved a newer revision in the meantime, so this response is outdated.
    if (base < this.base.revision && (response.kind === 'conflict' || response.kind === 'saved'))
      this.markSaved(this.savedEdits)
    else this.handleResponse(response, { draft, edits, isPartial })
  }

  private handleResponse(response: SaveResponse, sent: Sent): void {
    const { draft, edits } = sent
    const saved = response.kind === 'saved' && {
      revision: response.revision,
      draft: { ...draft, slug: response.slug },
    }
    if (this.state.phase === 'conflict' && edits < this.editsAtRestore) {
      // The user has not compared the restored text with this version, even if it is their own.
      const theirs = response.kind === 'conflict' ? response.theirs : saved
      if (theirs) this.enterConflict(theirs)
      return
    }
    if (saved) {
      this.base = saved
      this.ports.saved(saved, draft)
      this.finish(sent)
    } else if (response.kind === 'conflict') this.handleRevision(response.theirs)
    else if (response.kind === 'signed-out') this.tell({ phase: 'signed-out', isKept: this.isKept })
    else if (response.kind === 'refused') this.handleRejection(response, sent)
    else {
      this.addAttempt(draft)
      this.fail()
    }
  }

  private handleRejection(
    { detail, errors }: Omit<Refused, 'phase'>,
    { draft, edits }: Sent,
  ): void {
    const state: Refused = { phase: 'refused', detail, errors }
    this.tell(state)
    this.rejection = { state, draft }
    if (this.withoutRejected(draft) !== draft) void this.send()
    else if (this.edits !== edits) this.sendSoon()
  }

  /** Replaces the values that the server has rejected with the saved ones. */
  private withoutRejected(draft: Draft): Draft {
    const { rejection } = this
    const fields = draftFields.filter(
      (name) =>
        rejection?.state.errors.some(({ field }) => field === name) &&
        fieldText(draft[name]) === fieldText(rejection.draft[name]) &&
        fieldText(draft[name]) !== fieldText(this.base.draft[name]),
    )
    const saved = Object.fromEntries(fields.map((name) => [name, this.base.draft[name]]))
    return fields.length > 0 ? { ...draft, ...saved } : draft
  }

  /** Reports that a draft was saved, or which of its fields were not. */
  private finish({ edits, isPartial }: Sent): void {
    if (!isPartial || !this.rejection) {
      this.markSaved(edits)
      return
    }
    this.attempts = []
    this.tell(this.rejection.state)
    this.keepSoon()
    if (this.edits !== edits) this.sendSoon()
  }

  private markSaved(edits: number): void {
    this.attempts = []
    this.savedEdits = edits
    if (!this.isSaved) {
      this.tell({ phase: 'saving' })
      this.keepSoon()
      this.sendSoon()
      return
    }
    this.stopKeeping()
    this.ports.keep(undefined)
    this.tell({ phase: 'saved' })
  }

  /**
   * Handles another revision on the server. It is not a conflict if its text equals the base (after
   * publishing, for example), the current text, or an attempt whose response was lost.
   */
  private handleRevision(theirs: Theirs): void {
    // Ignores the slug of an attempt, because the server may derive it from the title.
    const own =
      this.attempts.find((sent) =>
        isSameDraft({ ...sent, slug: theirs.draft.slug }, theirs.draft),
      ) ?? [this.base.draft, this.ports.read()].find((draft) => isSameDraft(draft, theirs.draft))
    // A conflict with the base revision itself is a server error.
    if (theirs.revision === this.base.revision) this.fail()
    else if (own) this.continueFrom(theirs, own)
    else if (this.isSaved && this.state.phase === 'saved') {
      this.base = theirs
      this.ports.show(theirs.draft)
    } else this.enterConflict(theirs)
  }

  private continueFrom(theirs: Theirs, own: Draft): void {
    this.ports.saved(theirs, own)
    this.base = theirs
    this.attempts = []
    if (this.state.phase === 'conflict') this.tell({ phase: 'saving' })
    if (this.isSaved) this.markSaved(this.edits)
    else void this.send()
  }

  private enterConflict(theirs: Theirs): void {
    this.stopSending()
    const known = this.state.phase === 'conflict' ? this.state.theirs : theirs
    this.tell({
      phase: 'conflict',
      theirs: known.revision > theirs.revision ? known : theirs,
      isKept: this.isKept,
    })
  }

  private fail(): void {
    this.failures += 1
    this.tell({ phase: 'offline', isKept: this.isKept })
    this.sendSoon()
  }
}
