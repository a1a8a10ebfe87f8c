import { type AdminCounts, commentStatuses } from '@/lib/comments/moderation/moderation'

/** What the list was drawn with: how many its question finds, and how many stand in each tab. */
export type ShownList = { matching: number; counts: AdminCounts }

/**
 * What news mean for a list. What readers report, and edits that wait, join the pending with the ids of old comments: by
 * the counts alone they are told.
 * @returns how many there are to be shown, and whether the page says anything that is no longer so
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
