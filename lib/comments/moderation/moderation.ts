/** The door of the moderation: what the admin area shows and sends. Safe to import in a browser. */
import { z } from 'zod'
import { commentIdMax } from '@/lib/comments/comment'

export const commentStatuses = ['pending', 'published', 'spam', 'deleted'] as const
export type CommentStatus = (typeof commentStatuses)[number]

/**
 * What is decided of a comment: the status it gets, or `keep`, where an edit waits and the earlier text is to stay.
 * `published` lets an edit through that waits.
 */
export const judgements = [...commentStatuses, 'keep'] as const
export type Judgement = (typeof judgements)[number]

/** Comments that are judged at once. */
export const judgedAtOnceMax = 200

/** A comment as somebody saw it when he judged it: what has changed since is not judged unseen. */
export type SeenComment = { id: number; status: CommentStatus; version: string }

/** As forms and addresses carry it: `12.pending.` and the version’s 32 digits. */
export function writeSeen({ id, status, version }: SeenComment): string {
  return `${id}.${status}.${version}`
}

export const seenComment = z
  .string()
  .regex(
    new RegExp(`^[1-9]\\d{0,9}\\.(?:${commentStatuses.join('|')})\\.[0-9a-f]{32}$`),
    'must be a comment as the admin area shows it',
  )
  .transform((text): SeenComment => {
    const [id = '', status = '', version = ''] = text.split('.')
    return { id: Number(id), status: z.enum(commentStatuses).parse(status), version }
  })
  .refine(({ id }) => id <= commentIdMax, 'must be a comment as the admin area shows it')

/** What became of one comment. Where somebody else was first, what he made of it, who it was, and when, as far as it is known. */
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
  at: string | null
}

/** A verdict that can be taken back. */
export type LastJudgement = { id: number; by: string | null; at: Date; from: CommentStatus }

export type Figures = { published: number; spam: number }

/** Figures of an author end here: beyond it they say “99+”. */
export const figuresMax = 99

/** A comment as the admin area shows it. */
export type AdminComment = SeenComment & {
  content: string
  /** An edit of it that waits. */
  waitingContent: string | null
  authorName: string
  /** Whether one of the staff wrote it. */
  isStaff: boolean
  isVerified: boolean
  createdAt: Date
  editedAt: Date | null
  editedBy: 'owner' | 'moderator' | null
  reasons: { rule: string; verdict: string; reason: string }[]
  reports: number
  post: {
    slug: string
    title: string
    /** What keeps it from taking comments; null: it takes them. */
    closedBy: 'blog' | 'days' | 'post' | null
    /** Its own number of days after its publication; null: the blog's. */
    closeAfterDays: number | null
  }
  parent: { id: number; authorName: string; content: string } | null
  /** Whether one of those above it is held or spam: then nobody sees it, whatever is decided of it. */
  isBeneathHeld: boolean
  /** Whether it stands at the top of a thread, and can be pinned. */
  isTop: boolean
  isPinned: boolean
  /** Whether its network is known still: then others from there can be found, and it can be blocked. */
  hasNetwork: boolean
  /** What its author, by address or else by name, is known for besides. */
  others: Figures
  last: LastJudgement | null
}

export type AdminCounts = Record<CommentStatus, number>

/** What a list of the admin area was drawn with, by which it is told what is new. */
export type KnownToList = {
  /** The highest number of a comment in it. */
  newestId: number
  /** How many its question found, bounded. */
  matching: number
}

/** What is asked for in the admin area. */
export type AdminQuestion = {
  status: CommentStatus
  search?: string | undefined
  /** A post's slug. */
  post?: string | undefined
  author?: string | undefined
  /** From the same network as this comment. */
  network?: number | undefined
  /** The rule by which it was held. */
  rule?: string | undefined
  /** `next` of the page before. */
  after?: string | undefined
}

export const commentsPerAdminPage = 25
