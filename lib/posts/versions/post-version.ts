/** Types of a post's history. Safe to import in a browser. */
import type { EditedPost } from '@/lib/posts/editing/edited-post'

/** A version in the history list. */
export type PostVersion = {
  revision: number
  savedAt: Date
  /** The name of the person who saved it; empty for a file, or if they have left. */
  by: string
  /** This version was published. */
  published: boolean
  /** Size in UTF-8, which PostgreSQL knows without decompressing the text. */
  contentBytes: number
}

/** The content of a post at one revision. */
export type PostVersionText = Pick<
  EditedPost,
  'revision' | 'slug' | 'title' | 'summary' | 'content' | 'tags' | 'cover' | 'coverAlt'
>
