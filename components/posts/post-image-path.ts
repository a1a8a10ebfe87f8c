import type { Post } from '@/lib/posts/post'
import { postPath } from './post-path'

/** The picture that is drawn of a post, for where it is shared. */
export function postImagePath(slug: string): string {
  return `${postPath(slug)}/opengraph-image`
}

/** The picture that stands for a post elsewhere, as an absolute URL: its cover or, without one, the drawn one. */
export function sharedImage({ slug, cover }: Pick<Post, 'slug' | 'cover'>, origin: string): string {
  return new URL(cover !== '' && URL.canParse(cover, origin) ? cover : postImagePath(slug), origin).href
}
