import { useEffect, useState } from 'react'
import type { LiveViews } from '@/lib/views/stats/get-live-views'

const everyMs = 60_000

/**
 * What is read just now, asked anew every minute as long as somebody looks at the page: this alone, since the sums of a
 * year cost much and change little in a minute. Where no answer comes, the last one stays.
 * @param drawn what the page was drawn with; a page that is drawn anew begins with its own
 */
export function useLiveViews(drawn: LiveViews): LiveViews {
  const [renewed, setRenewed] = useState<{ drawn: LiveViews; live: LiveViews }>()
  useEffect(() => {
    const ask = async () => {
      if (document.visibilityState !== 'visible') return
      const answer = await fetch('/admin/stats/live', { cache: 'no-store' })
      if (answer.ok) setRenewed({ drawn, live: await answer.json() })
    }
    const timer = setInterval(() => void ask().catch(() => {}), everyMs)
    return () => clearInterval(timer)
  }, [drawn])
  return renewed?.drawn === drawn ? renewed.live : drawn
}
