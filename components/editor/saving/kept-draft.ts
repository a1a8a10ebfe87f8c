/**
 * Drafts in localStorage that are not saved on the server. Storage may be blocked or full, which
 * callers must handle.
 */
import { readJson } from '@/components/ui/stored-json'
import { type Draft, isDraft } from './draft'

export type KeptDraft = { base: number; draft: Draft }
export type LeftOverDraft = ReturnType<typeof findAll>[number]

/**
 * The prefix of the channel between tabs, and of the storage keys, listed in
 * `app/(blog)/privacy/kept-in-browser.ts`. Each session has its own key, so that tabs do not
 * overwrite each other.
 */
export const keptDraftName = 'afterword-draft-'

const keyPattern = new RegExp(`^${keptDraftName}(\\d+)\\.(.+)$`)

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

/** Returns the stored drafts of all posts. */
function findAll() {
  try {
    return Object.keys(localStorage).flatMap((key) => {
      const [, postId, sessionId = ''] = keyPattern.exec(key) ?? []
      const stored = postId === undefined ? undefined : readJson<Record<string, unknown>>(key)
      const { base, draft } = stored ?? {}
      const isKept = typeof base === 'number' && isDraft(draft)
      return isKept ? [{ postId: Number(postId), sessionId, kept: { base, draft } }] : []
    })
  } catch {
    return []
  }
}

/** Returns the ids of new posts whose text was stored but never saved on the server. */
export const findUnsavedNewPosts = (): number[] =>
  findAll().flatMap(({ postId, kept }) => (kept.base === 0 ? [postId] : []))

/** Returns the stored drafts of earlier sessions of a post, with their session IDs. */
export const findKeptDrafts = (postId: number) => findAll().filter((one) => one.postId === postId)
