/** What this browser keeps of a post that the server does not have yet. Storage may be forbidden or full: callers are told. */
import { type Draft, isDraft } from './draft'

/** A draft that is not saved, and the revision it began from. Nothing of a clock: two computers seldom agree on one. */
export type KeptDraft = { base: number; draft: Draft }

/** Named in `app/privacy/kept-in-browser.ts`. Each opening of a post keeps under a key of its own, so that no tab writes over another. */
export const keptDraftName = 'afterword-draft-'

const keyOf = (postId: number, copy: string) => `${keptDraftName}${postId}.${copy}`

/** @returns whether it is kept; undefined forgets what was */
export function keepDraft(postId: number, copy: string, kept: KeptDraft | undefined): boolean {
  try {
    if (kept) localStorage.setItem(keyOf(postId, copy), JSON.stringify(kept))
    else localStorage.removeItem(keyOf(postId, copy))
    return true
  } catch {
    return false
  }
}

/** What earlier openings of a post kept, by their names. */
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
