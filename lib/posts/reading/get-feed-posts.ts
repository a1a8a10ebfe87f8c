import 'server-only'
import { queryRows } from '@/lib/db/client'
import { getLinkCards } from '@/lib/posts/link-cards/get-link-cards'
import type { Post } from '@/lib/posts/post'
import { publicCommentCount } from '@/lib/threads/public-thread'
import { authorName } from './get-posts'
import { newestPosts } from './newest-posts'

/** Number of posts in a feed, enough for weekly readers. */
const feedPostsMax = 20

/** Maximum characters of a post's Markdown in a feed, which programs fetch repeatedly. */
const fullTextMax = 200_000

/** A post in a feed. */
export type FeedPost = Omit<
  Post,
  'content' | 'cover' | 'coverAlt' | 'isPage' | 'commentsClosed'
> & {
  /** Public comments, including replies. */
  comments: number
  /** Its Markdown; null if it is too long for a feed. */
  content: string | null
  /** The titles of its link cards by URL. */
  cardTitles: Map<string, string>
}

/**
 * Returns the newest public posts, optionally of one tag, newest first.
 * @throws DatabaseUnavailable
 */
export async function getFeedPosts(tag?: string): Promise<FeedPost[]> {
  const posts = await queryRows<Omit<FeedPost, 'cardTitles'>>`
    SELECT id, slug, title, summary, coalesce(tags, '{}') AS tags, published_at AS "publishedAt",
           updated_at AS "updatedAt",
           ${authorName} AS author, ${publicCommentCount()} AS comments,
           CASE WHEN length(content) <= ${fullTextMax} THEN content END AS content
      FROM posts WHERE id IN (${newestPosts(feedPostsMax, tag)})
     ORDER BY published_at DESC, id DESC`
  return Promise.all(
    posts.map(async (post) => {
      const cards = await getLinkCards(post.content ?? '')
      return { ...post, cardTitles: new Map([...cards].map(([url, { title }]) => [url, title])) }
    }),
  )
}
