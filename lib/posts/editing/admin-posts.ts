/** Types and limits of the admin area's post list. Safe to import in a browser. */
import type { Post } from '@/lib/posts/post'

/** The tabs of the list: all posts that are not deleted, and those of each status. */
export const postTabs = ['all', 'draft', 'scheduled', 'published', 'deleted'] as const
export type PostTab = (typeof postTabs)[number]

/** The number of posts per page. */
export const adminPostsPerPage = 50

/**
 * The filter of a list: posts or pages, tab, text to find in posts and their unpublished changes,
 * and page of the list counted from 1.
 */
export type AdminPostsFilter = {
  isPage?: boolean
  tab: PostTab
  search: string
  page: number
}

/** A post in the admin area's list. */
export type AdminPostSummary = Pick<Post, 'id' | 'slug' | 'title' | 'publishedAt' | 'updatedAt'> & {
  status: Exclude<PostTab, 'all'>
  deletedAt: Date | null
  /** True if the post has unpublished changes. */
  isChanged: boolean
  /** The time at which the changes will be published. */
  updateAt: Date | null
  views: number
  comments: number
}
