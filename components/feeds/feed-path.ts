import { tagPath } from '@/components/posts/tag-path'

/** The feeds of the blog's posts, as they are linked and announced. */
export const postFeeds = [
  { path: '/feed.xml', mediaType: 'application/rss+xml', title: 'RSS' },
  { path: '/atom.xml', mediaType: 'application/atom+xml', title: 'Atom' },
  { path: '/feed.json', mediaType: 'application/feed+json', title: 'JSON Feed' },
] as const

/** The feed of the posts of one tag, as RSS. */
export function tagFeedPath(tag: string): string {
  return `${tagPath(tag)}/feed.xml`
}
