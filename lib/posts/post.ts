/** Types and rules of posts. Safe to import in a browser. */
import { z } from 'zod'
import type { Post as PostRow } from '@/lib/generated/prisma/client'
import { invalid } from '@/lib/i18n/error-text'
import { parseUrl } from '@/lib/text/parse-url'

/** Maximum length of a slug in any input, in code points. */
export const slugLengthMax = 200

/** The slug of a new post: letters and digits of any script, separated by `-`, `_` or `.`. */
export const newSlug = z
  .string()
  .normalize('NFC')
  .refine((slug) => [...slug].length <= slugLengthMax, invalid('tooLong', { max: slugLengthMax }))
  .regex(/^[\p{L}\p{M}\p{N}]+(?:[-_.][\p{L}\p{M}\p{N}]+)*$/u, invalid('slug'))
  .refine((slug) => !/\.md$/i.test(slug), invalid('slugMarkdown'))

/** Lengths in code points, and the number of tags. */
export const postLimits = {
  titleLengthMax: 300,
  summaryLengthMax: 1_000,
  tagLengthMax: 60,
  tagsMax: 30,
  coverLengthMax: 2_048,
  coverAltLengthMax: 500,
}

/**
 * Returns whether a cover can be shown: a URL or a path of this blog. Browsers treat `/\` as `//`,
 * which is another host.
 */
export function isCover(text: string): boolean {
  if ([...text].length > postLimits.coverLengthMax || /\p{Cc}/u.test(text)) return false
  return (
    /^\/(?![/\\])\S*$/.test(text) ||
    (/^https?:\/\/\S+$/i.test(text) && parseUrl(text) !== undefined)
  )
}

/** A post or page for the reading page. `cover` is a URL, a path on this blog, or empty. */
export type Post = Pick<
  PostRow,
  'id' | 'slug' | 'title' | 'summary' | 'content' | 'tags' | 'cover' | 'coverAlt'
> &
  Pick<PostRow, 'publishedAt' | 'updatedAt' | 'isPage' | 'commentsClosed'> & {
    /** The name of the author; empty for the author of the blog. */
    author: string
  }

/** Returns whether comments appear below a post. A page has none unless they are allowed. */
export const showsComments = ({ isPage, commentsClosed }: Post, comments: number) =>
  !isPage || !commentsClosed || comments > 0

/** The options of a post for search engines and social media. */
export type SearchOptions = Pick<
  PostRow,
  'metaTitle' | 'metaDescription' | 'socialImage' | 'canonical' | 'noindex'
>

/** Posts per page in lists of all posts or of a tag. */
export const postsPerPage = 20

/** A post in a list. */
export type PostSummary = Omit<Post, 'id' | 'content' | 'author' | 'isPage' | 'commentsClosed'> & {
  views: number
  /** Published comments, including replies. */
  comments: number
}

/**
 * Returns the time of the last change for readers. A post that was edited before its publication
 * changed when it was published.
 */
export function changedAt({
  publishedAt,
  updatedAt,
}: Pick<Post, 'publishedAt' | 'updatedAt'>): Date {
  return updatedAt > publishedAt ? updatedAt : publishedAt
}
