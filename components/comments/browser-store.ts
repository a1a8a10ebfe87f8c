/** Data about the commenter in this browser. */
import { readJson, storeJson } from '@/components/ui/stored-json'
import type { StaffRole } from '@/lib/auth/actor'
import type { SentComment } from './send-comment'

/**
 * A comment written in this browser: its edit token, and its text while it can be edited or awaits
 * moderation. `held` is only set while it awaits moderation.
 */
export type OwnComment = {
  token: string
  until: number
  content: string
  held?: { slug: string; author_name: string; parentId?: number | undefined } | undefined
}

/** An attempt to post. A retry with the same body has the same key and adds no second comment. */
export type Attempt = { body: string; key: string }

/**
 * When this browser showed a thread, and how many comments the thread had then. `ids` are those of
 * all comments, and absent if the page showed only some.
 */
export type Seen = { at: number; count: number; ids?: string[] }

/** The visits to a thread. */
export type Visit = {
  slug: string
  last: Seen
  /** The end of the previous visit, or the beginning of the first one. */
  before: Seen
}

/** A signed-in staff member, as the author of a comment. */
export type StaffWriter = { name: string; role: StaffRole }

/** The stored data, which `app/(blog)/privacy/kept-in-browser.ts` lists. */
type Stored = {
  author: { name: string; email: string }
  comments: Record<string, OwnComment>
  /** The likes of this browser: `slug#` for a post or page, `slug#id` for a comment. */
  likes: string[]
  /** Newest first. */
  visits: Visit[]
  [draft: `draft:${string}`]: { content: string; attempt?: Attempt | undefined }
}

const editMsMax = 15 * 60_000

export const readStored = <Key extends keyof Stored>(key: Key): Stored[Key] | undefined =>
  readJson(`afterword:${key}`)

export const store = <Key extends keyof Stored>(key: Key, value: Stored[Key] | undefined): void =>
  storeJson(`afterword:${key}`, value)

/** Stores a comment with its edit token, which a retry from another network does not get. */
export function rememberComment(
  { id, created_at, content, status, post_slug, author_name }: SentComment,
  token: string | undefined,
  parentId?: number,
): void {
  if (token === undefined) return
  const comments = readStored('comments')
  const held =
    status === 'pending' ? { slug: post_slug, author_name, parentId } : comments?.[id]?.held
  store('comments', {
    ...comments,
    [id]: { token, until: Date.parse(created_at) + editMsMax, content, held },
  })
}

/** Notes that a comment no longer awaits moderation. */
export function releaseComment(id: number): void {
  const { [id]: own, ...others } = readStored('comments') ?? {}
  if (own) store('comments', { ...others, [id]: { ...own, held: undefined } })
}

export function forgetComment(id: number): void {
  const { [id]: _, ...others } = readStored('comments') ?? {}
  store('comments', others)
}
