import type { PostDraft } from '@/lib/posts/editing/post-draft'

/** A comment of a post from another blog. */
export type ForeignComment = {
  /** The id in the other blog. */
  id: string
  /** The id of the comment it replies to; empty for none. */
  parentId: string
  authorName: string
  /** The text in Markdown. */
  content: string
  createdAt: Date
  isApproved: boolean
  /** Descriptions of the data that could not be kept. */
  lost: string[]
}

/** A converted post of another blog. */
export type ForeignPost = {
  post: PostDraft
  comments: ForeignComment[]
  commentsClosed: boolean
  /** Descriptions of the data that could not be kept. */
  lost: string[]
}

/** A result of reading an export: a post, a refused post, or losses of the whole blog. */
export type ForeignFound = ForeignPost | { file: string; reason: string } | { lostByAll: string[] }
