/** The door of the posts: shapes and rules, safe to import in a browser. */
import { z } from 'zod'

/** Code points a `slug` may have, wherever one is taken in. */
export const slugLengthMax = 200

/** What a new post may be called in its URL: letters and digits of any script, parted by `-`, `_` or `.`. */
export const newSlug = z
  .string()
  .transform((text) => text.normalize('NFC'))
  .pipe(
    z
      .string()
      .refine(
        (slug) => [...slug].length <= slugLengthMax,
        `must have at most ${slugLengthMax} characters`,
      )
      .regex(
        /^[\p{L}\p{M}\p{N}]+(?:[-_.][\p{L}\p{M}\p{N}]+)*$/u,
        'must be letters and digits, parted by “-”, “_” or “.”',
      )
      .refine(
        (slug) => !/\.md$/i.test(slug),
        'must not end in “.md”: that is where a post’s Markdown is read',
      ),
  )

/** A post as the reading page needs it. */
export type Post = {
  /** Lasts, where the slug may change. */
  id: number
  slug: string
  title: string
  summary: string
  /** Markdown (GFM) as its author wrote it. */
  content: string
  tags: string[]
  /** A URL, or a path of this blog; empty where it has no picture. */
  cover: string
  coverAlt: string
  publishedAt: Date
  updatedAt: Date
  /** Whether it takes no more comments. */
  commentsClosed: boolean
}

/** Posts on one page of a list, of all or of a tag. */
export const postsPerPage = 20

/** A post as a list shows it. */
export type PostSummary = Omit<Post, 'id' | 'content' | 'commentsClosed'> & {
  views: number
  /** Every published comment, replies included. */
  comments: number
}
