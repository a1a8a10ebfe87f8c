/**
 * Drafts in localStorage that are not saved on the server. Storage may be blocked or full, which
 * callers must handle.
 */
import { type Draft, isDraft } from './draft'

export type KeptDraft = { base: number; draft: Draft }
export type LeftOverDraft = { sessionId: string; kept: KeptDraft }

/**
 * The prefix of the channel between tabs, and of the storage keys, listed in
 * `app/(blog)/privacy/kept-in-browser.ts`. Each session has its own key, so that tabs do not
 * overwrite each other.
 */
export const keptDraftName = 'afterword-draft-'

const newPostKey = new RegExp(`^${keptDraftName}(\\d+)\\.`)

const keyOf = (postId: number, sessionId: string) => `${keptDraftName}${postId}.${sessionId}`

/** Stores a draft; undefined deletes it. Returns whether that succeeded. */
export function keepDraft(postId: number, sessionId: string, kept: KeptDraft | undefined): boolean {
  try {
    if (kept) localStorage.setItem(keyOf(postId, sessionId), JSON.stringify(kept))
    else localStorage.removeItem(keyOf(postId, sessionId))
    return true
  } catch {
    return false
  }
}

/** Returns the ids of new posts whose text was stored but never saved on the server. */
export function findUnsavedNewPosts(): number[] {
  try {
    return Object.keys(localStorage).flatMap((key) => {
      const id = Number(key.match(newPostKey)?.[1] ?? 0)
      if (id === 0) return []
      return findKeptDrafts(id).some(({ kept }) => kept.base === 0) ? [id] : []
    })
  } catch {
    return []
  }
}

/** Returns the stored drafts of earlier sessions of a post, with their session IDs. */
export function findKeptDrafts(postId: number): LeftOverDraft[] {
  const prefix = keyOf(postId, '')
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix))
    return keys.flatMap((key) => {
      const { base, draft } = JSON.parse(localStorage.getItem(key) ?? '{}')
      const isKept = typeof base === 'number' && isDraft(draft)
      return isKept ? [{ sessionId: key.slice(prefix.length), kept: { base, draft } }] : []
    })
  } catch {
    return []
  }
}
