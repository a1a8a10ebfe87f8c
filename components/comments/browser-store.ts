/** What this browser remembers of its writer. Storage may be forbidden, full or empty: every caller works without it. */
import type { StaffRole } from '@/lib/auth/actor'
import type { SentComment } from './send-comment'

/** A comment written in this browser: what proves it, and its text for as long as it can be edited. */
export type OwnComment = { token: string; until: number; content: string }

/** One try at posting. Sent again with the same body it carries the same key, and makes no second comment. */
export type Attempt = { body: string; key: string }

/** Somebody who is signed in, as the author of a comment. */
export type StaffWriter = { name: string; role: StaffRole }

/** All that is stored here, by kind: `/privacy` says what each is for. */
export type StoredKind = keyof Pick<Stored, 'author' | 'comments' | 'staff'> | 'draft'

type Stored = {
  author: { name: string; email: string }
  comments: Record<string, OwnComment>
  staff: StaffWriter
  [draft: `draft:${string}`]: { content: string; attempt?: Attempt | undefined }
}

const editMsMax = 15 * 60_000

export function readStored<Key extends keyof Stored>(key: Key): Stored[Key] | undefined {
  try {
    return JSON.parse(localStorage.getItem(`afterword:${key}`) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** @param value undefined forgets what was stored */
export function store<Key extends keyof Stored>(key: Key, value: Stored[Key] | undefined): void {
  try {
    if (value) localStorage.setItem(`afterword:${key}`, JSON.stringify(value))
    else localStorage.removeItem(`afterword:${key}`)
  } catch {
    // A browser in private mode keeps nothing, and what is not kept is asked for again.
  }
}

/**
 * Stores the edit token of a comment, and its text.
 * @param token undefined for the response to a retry from another network: the comment cannot be edited here
 */
export function rememberComment(
  { id, created_at, content }: SentComment,
  token: string | undefined,
): void {
  if (token === undefined) return
  store('comments', {
    ...readStored('comments'),
    [id]: { token, until: Date.parse(created_at) + editMsMax, content },
  })
}

export function forgetComment(id: number): void {
  const { [id]: _, ...others } = readStored('comments') ?? {}
  store('comments', others)
}
