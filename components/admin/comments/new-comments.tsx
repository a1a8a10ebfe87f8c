import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { type AdminCounts, commentStatuses } from '@/lib/comments/moderation/moderation'
import { focusedCard, hasUnsentText } from './comment-cards'

const everyMs = 15_000

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

/**
 * Polls for new comments while the page is visible. They join the list immediately if the moderator
 * is not working in it. Otherwise a button shows their number, so that the layout does not shift.
 */
export function NewComments({ news, shown }: { news: string; shown: ShownList }) {
  const t = useTranslations('moderationClient')
  const router = useRouter()
  const [fresh, setFresh] = useState(0)

  useEffect(() => {
    setFresh(0)
    const controller = new AbortController()
    const { signal } = controller
    const poll = async () => {
      if (document.visibilityState !== 'visible') return
      const response = await fetch(news, { cache: 'no-store', signal })
      if (!response.ok) return
      const { more, isStale } = newsToShow(await response.json(), shown)
      const isIdle = !focusedCard() && !hasUnsentText() && scrollY < 200
      if (isStale && isIdle) router.refresh()
      else setFresh(more)
    }
    // The next poll retries after a failed request.
    const pollNow = () => void poll().catch(() => {})
    const timer = setInterval(pollNow, everyMs)
    document.addEventListener('visibilitychange', pollNow, { signal })
    return () => {
      clearInterval(timer)
      controller.abort()
    }
  }, [news, shown, router])

  return (
    <p role="status" className="admin-fresh">
      {fresh > 0 && (
        <button type="button" className="admin-link" onClick={() => router.refresh()}>
          {t('showNew', { count: fresh })}
        </button>
      )}
    </p>
  )
}
