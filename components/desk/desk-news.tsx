import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { currentCard } from './desk-cards'

const everyMs = 15_000

/**
 * Asks, as long as somebody looks, whether comments have come. They join the list at once where nobody is at work in it;
 * otherwise a button says how many, so that nothing moves away under a hand.
 */
export function DeskNews({ news }: { news: string }) {
  const router = useRouter()
  const [fresh, setFresh] = useState(0)

  useEffect(() => {
    let etag = ''
    setFresh(0)
    const ask = async () => {
      if (document.visibilityState !== 'visible') return
      const answer = await fetch(news, { headers: etag ? { 'If-None-Match': etag } : {}, cache: 'no-store' }).catch(() => undefined)
      if (answer?.status !== 200) return
      etag = answer.headers.get('etag') ?? ''
      const { fresh }: { fresh: number } = await answer.json()
      if (fresh > 0 && !currentCard() && scrollY < 200) router.refresh()
      else setFresh(fresh)
    }
    const timer = setInterval(() => void ask(), everyMs)
    const look = () => void ask()
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [news, router])

  return (
    <p role="status" className="desk-fresh">
      {fresh > 0 && (
        <button type="button" className="desk-link" onClick={() => router.refresh()}>
          {fresh} new: show {fresh === 1 ? 'it' : 'them'}
        </button>
      )}
    </p>
  )
}
