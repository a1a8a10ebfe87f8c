/** The door of a post's history, safe to import in a browser. */
import type { EditedPost } from '@/lib/posts/editing/edited-post'

/** One version as the history lists it. */
export type PostVersion = {
  revision: number
  savedAt: Date
  /** Who saved it; empty: a file, or somebody who has left. */
  by: string
  /** Whether it is what was published. */
  published: boolean
  /** In UTF-8: PostgreSQL knows it without unpacking the text of two hundred versions. */
  contentBytes: number
}

/** What a post said at one revision. */
export type PostVersionText = Pick<
  EditedPost,
  'revision' | 'slug' | 'title' | 'summary' | 'content' | 'tags' | 'cover' | 'coverAlt'
>
