/**
 * Drafts in localStorage that are not saved on the server. Storage may be blocked or full, which
 * callers must handle.
 */
import { type Draft, isDraft } from './draft'

/**
 * An unsaved draft and its base revision. It has no timestamp, because clocks of two computers may
 * differ.
 */
export type KeptDraft = { base: number; draft: Draft }

/**
 * The prefix of the storage keys, listed in `app/privacy/kept-in-browser.ts`. Each session has its
 * own key, so that tabs do not overwrite each other.
 */
export const keptDraftName = 'afterword-draft-'

const keyOf = (postId: number, copy: string) => `${keptDraftName}${postId}.${copy}`

/**
 * Stores a draft; undefined deletes it.
 * @returns whether that succeeded
 */
export function keepDraft(postId: number, copy: string, kept: KeptDraft | undefined): boolean {
  try {
    if (kept) localStorage.setItem(keyOf(postId, copy), JSON.stringify(kept))
    else localStorage.removeItem(keyOf(postId, copy))
    return true
  } catch {
    return false
  }
}

/** Returns the stored drafts of earlier sessions of a post, with their session IDs. */
export function findKeptDrafts(postId: number): { copy: string; kept: KeptDraft }[] {
  try {
    const prefix = keyOf(postId, '')
    return Object.keys(localStorage).flatMap((key) => {
      const kept = key.startsWith(prefix) ? readKept(localStorage.getItem(key)) : undefined
      return kept ? [{ copy: key.slice(prefix.length), kept }] : []
    })
  } catch {
    return []
  }
}

function readKept(text: string | null): KeptDraft | undefined {
  try {
    const kept: unknown = JSON.parse(text ?? 'null')
    if (typeof kept !== 'object' || kept === null || !('base' in kept) || !('draft' in kept))
      return undefined
    return typeof kept.base === 'number' && isDraft(kept.draft)
      ? { base: kept.base, draft: kept.draft }
      : undefined
  } catch {
    return undefined
  }
}
