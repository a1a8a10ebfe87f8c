import type { SearchOptions } from '@/lib/posts/post'
import type { EditedPost } from './edited-post'

/** The fields that an editor changes, and that a working copy has. */
export type PostFields = SearchOptions &
  Pick<EditedPost, 'slug' | 'title' | 'summary' | 'tags' | 'cover' | 'coverAlt' | 'content'>

/** Picks these fields from an object that may have more. Safe to import in a browser. */
export function pickFields(post: PostFields): PostFields {
  const { slug, title, summary, tags, cover, coverAlt, content } = post
  const { metaTitle, metaDescription, socialImage, canonical, noindex } = post
  const options = { metaTitle, metaDescription, socialImage, canonical, noindex }
  return { slug, title, summary, tags, cover, coverAlt, content, ...options }
}
