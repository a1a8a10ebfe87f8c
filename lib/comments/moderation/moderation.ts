/** Types of moderation in the admin area. Safe to import in a browser. */
import type { Comment } from '@/lib/generated/prisma/client'
import type { ClosedBy } from '@/lib/settings/comments-closed'

export const commentStatuses = ['pending', 'published', 'spam', 'deleted'] as const
export type CommentStatus = (typeof commentStatuses)[number]

/**
 * Possible verdicts: a new status, or `keep` to reject a pending edit and keep the earlier text.
 * `published` approves a pending edit.
 */
export const judgements = [...commentStatuses, 'keep'] as const
export type Judgement = (typeof judgements)[number]

/** A comment as the moderator saw it. If it has changed since, the verdict is not applied. */
export type SeenComment = { id: number; status: CommentStatus; version: string }

/** Encodes a seen comment for forms and URLs: `12.pending.` and the 32 digits of the version. */
export function encodeSeenComment({ id, status, version }: SeenComment): string {
  return `${id}.${status}.${version}`
}

/** Outcome for one comment. */
export type Judged =
  | {
      id: number
      done: true
      judgementId: number
      from: CommentStatus
      status: CommentStatus
      postSlug: string
    }
  | MissedComment

export type MissedComment = {
  id: number
  done: false
  now: CommentStatus | 'gone'
  by: string | null
}

/** Upper bound of an author's figures; higher numbers are shown as “99+”. */
export const figuresMax = 99

type Columns = SeenComment &
  Pick<Comment, 'content' | 'waitingContent' | 'authorName' | 'createdAt' | 'editedAt'>

/** A comment as the admin area shows it. */
export type AdminComment = Columns & {
  isStaff: boolean
  isVerified: boolean
  /** The id of the author's address if they confirmed it; null otherwise. */
  addressId: number | null
  editedBy: 'owner' | 'moderator' | null
  reasons: { rule: string; verdict: string; reason: string }[]
  reports: number
  post: {
    slug: string
    title: string
    /** The address of a page of another site. Empty for posts. */
    url: string
    /** The name of the page's site; null for posts. */
    site: string | null
    /** The setting that closes the comments of the post; null if they are open. */
    closedBy: ClosedBy
  }
  parent: { id: number; authorName: string; content: string } | null
  /** True if an ancestor is held or spam, which hides this comment regardless of its status. */
  isHiddenByAncestor: boolean
  /** True for the top of a thread, which can be pinned. */
  isTop: boolean
  isPinned: boolean
  /** True while its network is known, so that it can be searched for and blocked. */
  hasNetwork: boolean
  /** Numbers of the author's other comments, by confirmed address or else by name. */
  others: { published: number; spam: number }
  /** The last verdict, if it can be undone. `at` is ISO 8601 in UTC. */
  last: { id: number; by: string | null; at: string } | null
}

/**
 * Returns whether two comments count as by the same author. Anybody can use a name, so a comment
 * with a confirmed address is never by the author of one without it.
 */
export const isBySameAuthor = (one: CommentAuthor, other: CommentAuthor): boolean =>
  one.authorName === other.authorName && one.addressId === other.addressId

type CommentAuthor = Pick<AdminComment, 'authorName' | 'addressId'>

/** A post or page whose comments are moderated. */
export type ModeratedThread = AdminComment['post'] & {
  /** The post's own number of days after publication; null for the blog's setting. */
  closeAfterDays: number | null
}

export type AdminCounts = Record<CommentStatus, number>

/** A query of the admin area. */
export type AdminQuery = {
  status: CommentStatus
  search?: string | undefined
  /** The slug of the post or page. */
  post?: string | undefined
  author?: string | undefined
  /** Id of a comment; selects comments from the same network. */
  network?: number | undefined
  /** Id of a site; 0 is the blog itself. */
  site?: number | undefined
  /** Name of the rule that matched. */
  rule?: string | undefined
  /** `next` of the previous page. */
  after?: string | undefined
}

export const commentsPerAdminPage = 25
