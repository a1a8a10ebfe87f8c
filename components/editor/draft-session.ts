/** An editing session of a post: connects the saver to the browser. */

import { browserClock } from './saving/clock'
import type { Draft } from './saving/draft'
import { type DraftChannel, openDraftChannel } from './saving/draft-channel'
import { DraftSaver } from './saving/draft-saver'
import { findKeptDrafts, type KeptDraft, keepDraft } from './saving/kept-draft'
import type { SaverPorts } from './saving/saver-ports'
import type { SavingState } from './saving/saving-state'
import { fetchTheirs, sendDraft } from './saving/send-draft'

type Start = { postId: number; revision: number; draft: Draft; saveUrl: string }

type Hooks = {
  /** @param isLeft whether the page is left, so that partly typed fields are final */
  read: (isLeft: boolean) => Draft
  tell: (state: SavingState) => void
  /** Called with the revision on the server, and the slug as sent and as stored. */
  saved: (revision: number, slug: { sent: string; now: string }) => void
  /** Called when another tab has the post open, too. */
  openedTwice: () => void
}

export type DraftSession = {
  saver: DraftSaver
  read: () => Draft
  /** Reports that a form around the editor was saved. */
  formSaved: (revision: number, slug: string) => void
  /** Fetches the version on the server, after another user has saved. */
  compare: () => Promise<void>
  /** Returns the drafts of earlier sessions that no open tab is using. */
  findLeftOvers: () => Promise<{ copy: string; kept: KeptDraft }[]>
  forget: (copy: string) => void
  close: () => void
}

export function openDraftSession(
  { postId, revision, draft, saveUrl }: Start,
  hooks: Hooks,
): DraftSession {
  const copy = crypto.getRandomValues(new Uint32Array(2)).join('-')
  const keep = (kept: KeptDraft | undefined) => keepDraft(postId, copy, kept)
  const send: SaverPorts['send'] = async (request) => {
    const answer = await sendDraft(saveUrl, request, { outlivesPage: isLeft })
    if (answer.kind !== 'saved') return answer
    hooks.saved(answer.revision, { sent: request.slug, now: answer.slug })
    channel.saved(answer.revision)
    return answer
  }
  const found: NonNullable<SaverPorts['found']> = (held, sent) =>
    hooks.saved(held.revision, { sent: sent?.slug ?? held.draft.slug, now: held.draft.slug })
  let isLeft = false
  const read = () => hooks.read(isLeft)
  const saver = new DraftSaver(
    { read, send, keep, tell: hooks.tell, found, clock: browserClock },
    { revision, draft },
  )
  const compare = async () => {
    const theirs = await fetchTheirs(saveUrl).catch(() => undefined)
    if (theirs) saver.changedElsewhere(theirs)
  }
  const channel: DraftChannel = openDraftChannel(postId, copy, {
    opened: hooks.openedTwice,
    saved: (newest) => {
      if (newest > saver.revision) void compare()
    },
  })
  const keepNow = () => {
    isLeft = true
    // A field that was held back while it was typed in was reported before, and counts as saved.
    if (saver.isSaved && read().slug !== saver.savedDraft.slug) saver.edited()
    saver.keepNow()
    isLeft = false
  }
  const leave = () => {
    keepNow()
    isLeft = true
    saver.flush()
    isLeft = false
  }
  const stopWatching = watchPage(saver, { keepNow, leave })
  return {
    saver,
    read,
    compare,
    formSaved: (newest, slug) => {
      saver.formSaved(newest, slug)
      channel.saved(newest)
    },
    findLeftOvers: async () => {
      // Runs even without leftover drafts, because it tells other tabs about this one.
      const openSessions = await channel.findOpenSessions()
      return findKeptDrafts(postId).filter(
        (one) => one.copy !== copy && !openSessions.has(one.copy),
      )
    },
    forget: (other) => keepDraft(postId, other, undefined),
    close: () => {
      stopWatching()
      leave()
      saver.stop()
      channel.close()
    },
  }
}

/** Retries when the user or the connection returns. Stores the draft when the page is hidden. */
function watchPage(
  saver: DraftSaver,
  { keepNow, leave }: { keepNow: () => void; leave: () => void },
): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  const wake = () => saver.wake()
  addEventListener('online', wake, { signal })
  addEventListener('focus', wake, { signal })
  addEventListener('pagehide', leave, { signal })
  document.addEventListener('visibilitychange', () => (document.hidden ? leave() : saver.wake()), {
    signal,
  })
  addEventListener(
    'beforeunload',
    (event) => {
      keepNow()
      if (!saver.isSaved && !saver.isKept) event.preventDefault()
    },
    { signal },
  )
  return () => stopping.abort()
}
