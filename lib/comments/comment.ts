/** Public types and limits of comments. Safe to import in a browser. */

import type { Comment } from '@/lib/client'

export type { Comment }

export const commentLimits = {
  /** Maximum depth of a thread. A reply to a comment at this depth is stored as its sibling. */
  depthMax: 6,
  /** Top-level comments per response. */
  threadsPerPageMax: 200,
  /** A response ends after the thread that reaches this many comments. */
  commentsPerPage: 2_000,
  repliesPerThreadMax: 1_000,
  /** Maximum length in code points after NFC. */
  contentLengthMax: 5_000,
  authorNameLengthMax: 80,
} as const

/** Maximum of PostgreSQL's `integer`, the type of comment ids. */
export const commentIdMax = 2_147_483_647

/** Name of the honeypot field, which people cannot see and bots are likely to fill in. */
export const honeypotName = 'website'

/** Parses the id in a URL path segment. Returns undefined if it is invalid. */
export function parseCommentId(text: string): number | undefined {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0
  return id > 0 && id <= commentIdMax ? id : undefined
}

/** Returns a comment as it remains after its deletion. */
export function toTombstone(comment: Comment): Comment {
  return { ...comment, content: '', author_name: '' }
}

/** Returns true if a comment is a tombstone: deleted, but kept for its replies. */
export function isTombstone(comment: Comment): boolean {
  return comment.content === '' && comment.author_name === ''
}
