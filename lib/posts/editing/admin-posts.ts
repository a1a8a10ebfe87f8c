/** The door of the admin area's list of posts, safe to import in a browser. */

/** The heaps that posts lie in. */
export const postTabs = ['draft', 'scheduled', 'published', 'deleted'] as const
export type PostTab = (typeof postTabs)[number]

/** Posts on one page of the list. */
export const adminPostsPerPage = 50

/** What a list shows: a tab of it, what is looked for in titles and slugs, and which page, counted from 1. */
export type AdminPostsQuestion = { tab: PostTab; search: string; page: number }

/** A post as the admin area lists it. */
export type AdminPostSummary = {
  id: number
  slug: string
  title: string
  publishedAt: Date
  updatedAt: Date
  deletedAt: Date | null
  views: number
  comments: number
}
