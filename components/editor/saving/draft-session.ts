import type { Draft } from './draft'
import { DraftSaver, type SaverPorts } from './draft-saver'
import { findKeptDrafts, keepDraft, keptDraftName } from './kept-draft'
import { fetchTheirs, sendDraft } from './send-draft'

type Start = { postId: number; revision: number; draft: Draft; saveUrl: string }

export type Hooks = Pick<SaverPorts, 'tell' | 'saved' | 'show'> & {
  /**
   * @param isLeaving whether the user is leaving the page, so that partly typed fields are read as
   * they are
   */
  read: (isLeaving: boolean) => Draft
  /** Reports whether another tab also has the post open. */
  setOpenTwice: (isOpenTwice: boolean) => void
}

export type DraftSession = ReturnType<typeof openDraftSession>

/** A message between the tabs of a browser that have the same post open. */
export type Message =
  /**
   * `who is there`: a tab that has the post open asks which others have it open.
   * `here`: the reply.
   */
  | { type: 'who is there' | 'here'; sessionId: string }
  /** The server has a newer revision: a tab saved it, or a poll found it (`usePostState`). */
  | { type: 'saved'; sessionId: string; revision: number }

/** Time in milliseconds for other tabs to respond. Background tabs are slow. */
const responseMs = 400

/** Opens an editing session of a post, which connects the saver to the browser and other tabs. */
export function openDraftSession({ postId, revision, draft, saveUrl }: Start, hooks: Hooks) {
  const sessionId = crypto.getRandomValues(new Uint32Array(2)).join('-')
  const stopping = new AbortController()
  const { signal } = stopping
  let isLeaving = false
  const read = () => hooks.read(isLeaving)

  /** When each other session last asked or replied, in milliseconds. */
  const lastHeard = new Map<string, number>()
  const channel = new BroadcastChannel(`${keptDraftName}${postId}`)
  // A save may complete after its editor was closed.
  const post = (message: Message) => !signal.aborted && channel.postMessage(message)
  channel.onmessage = ({ data: message }: MessageEvent<Message>) => {
    if (message.type === 'saved') {
      if (message.revision > saver.revision) void checkForNewerRevision()
      return
    }
    lastHeard.set(message.sessionId, performance.now())
    hooks.setOpenTwice(true)
    if (message.type === 'who is there') post({ type: 'here', sessionId })
  }

  const saver = new DraftSaver(
    {
      read,
      send: (request) => sendDraft(saveUrl, request, { outlivesPage: isLeaving }),
      keep: (kept) => keepDraft(postId, sessionId, kept),
      tell: hooks.tell,
      show: hooks.show,
      saved: (held, sent) => {
        hooks.saved(held, sent)
        post({ type: 'saved', sessionId, revision: held.revision })
      },
    },
    { revision, draft },
  )
  const checkForNewerRevision = async () => {
    const theirs = await fetchTheirs(saveUrl).catch(() => undefined)
    if (theirs) saver.changedElsewhere(theirs)
  }

  /** Returns the other sessions that are open, and reports whether there are any. */
  const findOpenSessions = async () => {
    const askedAt = performance.now()
    post({ type: 'who is there', sessionId })
    await new Promise((resolve) => setTimeout(resolve, responseMs))
    const open = [...lastHeard].flatMap(([id, heardAt]) => (heardAt >= askedAt ? [id] : []))
    hooks.setOpenTwice(open.length > 0)
    return open
  }

  const leave = (saves: boolean) => {
    isLeaving = true
    // A field that was held back while it was typed in was reported before, and counts as saved.
    if (saver.isSaved && read().slug !== saver.savedDraft.slug) saver.handleEdit()
    saver.keepNow()
    if (saves) saver.flush()
    isLeaving = false
  }
  const changeVisibility = () => (document.hidden ? leave(true) : saver.wake())
  const warn = (event: BeforeUnloadEvent) => {
    leave(false)
    if (!saver.isSaved && !saver.isKept) event.preventDefault()
  }
  addEventListener('online', () => saver.wake(), { signal })
  const focus = () => {
    saver.wake()
    // The user may have closed the other tab.
    void findOpenSessions()
  }
  addEventListener('focus', focus, { signal })
  addEventListener('pagehide', () => leave(true), { signal })
  document.addEventListener('visibilitychange', changeVisibility, { signal })
  addEventListener('beforeunload', warn, { signal })

  return {
    saver,
    read,
    /** Fetches the server's version and reports a conflict if it is newer. */
    checkForNewerRevision,
    /** Returns the drafts of earlier sessions that no open tab is using. */
    findLeftOvers: async () => {
      // Asks even without leftover drafts, because that tells other tabs about this one.
      const open = await findOpenSessions()
      return findKeptDrafts(postId).filter(
        (one) => one.sessionId !== sessionId && !open.includes(one.sessionId),
      )
    },
    forget: (other: string) => keepDraft(postId, other, undefined),
    close: () => {
      leave(true)
      saver.stop()
      stopping.abort()
      channel.close()
    },
  }
}
