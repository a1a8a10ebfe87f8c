import 'server-only'
import { query } from '@/lib/db/client'
import { AppError } from '@/lib/errors'
import { getLinkCards } from '@/lib/posts/link-cards/get-link-cards'
import { newestPosts } from './newest-posts'
import { publicCommentCount } from './public-count'

/** Posts of a feed: who asks once a week misses none. */
const feedPostsMax = 20

/** Characters of Markdown that a feed shows of a post: programs ask for all of it again and again. */
const fullTextMax = 200_000

/** A post as a feed shows it. */
export type FeedPost = {
  id: number
  slug: string
  title: string
  summary: string
  tags: string[]
  publishedAt: Date
  updatedAt: Date
  /** Public comments, replies included. */
  comments: number
  /** Its Markdown; null where it is longer than a feed should be. */
  content: string | null
  /** Titles of what it shows as cards, by their URLs. */
  cardTitles: Map<string, string>
}

/**
 * The newest public posts, of one tag where it is given, newest first.
 * @throws DatabaseUnavailable
 */
export async function getFeedPosts(tag?: string): Promise<FeedPost[]> {
  if (tag?.includes('\0')) return []
  const posts = await query(
    (client) => client.$queryRaw<Omit<FeedPost, 'cardTitles'>[]>`
      SELECT id, slug, title, summary, coalesce(tags, '{}') AS tags, published_at AS "publishedAt", updated_at AS "updatedAt",
             ${publicCommentCount} AS comments,
             CASE WHEN length(content) <= ${fullTextMax} THEN content END AS content
        FROM posts WHERE id IN (${newestPosts({ tag, most: feedPostsMax })})
       ORDER BY published_at DESC, id DESC`,
  )
  return Promise.all(
    posts.map(async (post) => ({ ...post, cardTitles: await findCardTitles(post) })),
  )
}

/** What cannot be parsed has no cards. */
async function findCardTitles({
  content,
}: {
  content: string | null
}): Promise<Map<string, string>> {
  if (content === null) return new Map()
  try {
    const cards = await getLinkCards(content)
    return new Map([...cards].map(([url, { title }]) => [url, title]))
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid-parameters') return new Map()
    throw error
  }
}
