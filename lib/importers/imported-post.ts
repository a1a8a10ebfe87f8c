import type { PostDraft } from '@/lib/posts/editing/post-draft'

/** A comment that came with a post from another blog. */
export type ForeignComment = {
  /** As the other blog counted it. */
  id: string
  /** Of the comment it answers; empty for none. */
  parentId: string
  authorName: string
  /** Markdown. */
  content: string
  createdAt: Date
  isApproved: boolean
  /** What of it could not be kept, in words. */
  lost: string[]
}

/** A post of another blog, as it would be here. */
export type ForeignPost = {
  post: PostDraft
  comments: ForeignComment[]
  commentsClosed: boolean
  /** What of it could not be kept, in words. */
  lost: string[]
}

/** What is found in a blog's export: a post, one that cannot be taken, or what the blog as a whole loses, in words. */
export type ForeignFound = ForeignPost | { file: string; reason: string } | { lostByAll: string[] }
