import { type AdminCounts, commentStatuses } from '@/lib/comments/moderation/moderation'

/** The state of the rendered list: the number of matching comments, and the count of each tab. */
export type ShownList = { matching: number; counts: AdminCounts }

/**
 * Compares polled counts with the rendered list. Reported comments and pending edits have old ids,
 * so only the counts reveal them.
 * @returns the number of new comments, and whether the page is out of date
 */
export function newsToShow(
  news: ShownList & { fresh: number },
  { matching, counts }: ShownList,
): { more: number; isStale: boolean } {
  const more = Math.max(news.fresh, news.matching - matching, 0)
  return {
    more,
    isStale: more > 0 || commentStatuses.some((status) => news.counts[status] !== counts[status]),
  }
}
