import { type CommentStatus, commentStatuses, type DeskCounts } from '@/lib/comments/moderation/moderation'

/** What the list was drawn with, and whether it is all of its tab or only what a filter lets through. */
export type ShownList = { status: CommentStatus; counts: DeskCounts; isFiltered: boolean }

/**
 * What news mean for a list. What readers report, and edits that wait, join the pending with the ids of old comments: by
 * the counts alone they are told. Those are of whole tabs, and say nothing of a list that is filtered.
 * @returns how many there are to be shown, and whether the page says anything that is no longer so
 */
export function newsToShow(
  news: { fresh: number; counts: DeskCounts },
  { status, counts, isFiltered }: ShownList,
): { more: number; isStale: boolean } {
  const more = isFiltered ? news.fresh : Math.max(news.fresh, news.counts[status] - counts[status], 0)
  return { more, isStale: more > 0 || commentStatuses.some((one) => news.counts[one] !== counts[one]) }
}
