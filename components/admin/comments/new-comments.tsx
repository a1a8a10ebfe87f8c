import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { currentCard } from './moderation-cards'
import { newsToShow, type ShownList } from './news-to-show'

const everyMs = 15_000

/**
 * Polls for new comments while the page is visible. They join the list at once if the moderator is
 * not working in it. Otherwise a button shows their number, so that the layout does not shift.
 */
export function AdminNews({ news, shown }: { news: string; shown: ShownList }) {
  const t = useTranslations('moderationClient')
  const router = useRouter()
  const [fresh, setFresh] = useState(0)
  const list = useRef(shown)

  useEffect(() => {
    list.current = shown
    setFresh(0)
  }, [shown])

  useEffect(() => {
    let last = { etag: '', state: { fresh: 0, ...list.current } }
    const poll = async () => {
      if (document.visibilityState !== 'visible') return
      const answer = await fetchNews(news, last)
      if (!answer) return
      last = answer
      const { more, isStale } = newsToShow(last.state, list.current)
      if (isStale && !currentCard() && scrollY < 200) router.refresh()
      else setFresh(more)
    }
    const timer = setInterval(() => void poll(), everyMs)
    const look = () => void poll()
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [news, router])

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

type News = { etag: string; state: ShownList & { fresh: number } }

/** Returns the current news, the known ones if nothing has changed, or undefined after an error. */
async function fetchNews(url: string, known: News): Promise<News | undefined> {
  const answer = await fetch(url, {
    headers: known.etag ? { 'If-None-Match': known.etag } : {},
    cache: 'no-store',
  }).catch(() => undefined)
  if (answer?.status === 304) return known
  if (answer?.status !== 200) return undefined
  return { etag: answer.headers.get('etag') ?? '', state: await answer.json() }
}
