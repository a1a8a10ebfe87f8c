'use client'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import type { LiveViews } from '@/lib/views/stats/get-live-views'
import { barsPath, height } from './chart-line'
import { figuresPath } from './stats-path'

const everyMs = 60_000

/**
 * Refreshes the views of the last 30 minutes every minute while the page is visible. The other
 * figures are expensive and change little in a minute. If a request fails, the last data stays.
 * @param drawn the data from the server; a new server render replaces the polled data
 */
function useLiveViews(drawn: LiveViews): LiveViews {
  const [renewed, setRenewed] = useState<{ drawn: LiveViews; live: LiveViews }>()
  useEffect(() => {
    const poll = async () => {
      if (document.visibilityState !== 'visible') return
      const answer = await fetch('/admin/stats/live', { cache: 'no-store' })
      if (answer.ok) setRenewed({ drawn, live: await answer.json() })
    }
    const timer = setInterval(() => void poll().catch(() => {}), everyMs)
    return () => clearInterval(timer)
  }, [drawn])
  return renewed?.drawn === drawn ? renewed.live : drawn
}

/** Shows the views of the last 30 minutes. With JavaScript, it refreshes itself. */
export function LiveFigures({ drawn }: { drawn: LiveViews }) {
  const t = useTranslations('statsClient')
  const { views, minutes, posts } = useLiveViews(drawn)
  return (
    <section className="admin-section" aria-label={t('title')}>
      <h2>{t('title')}</h2>
      <p className="figures-sum">
        {t.rich('total', { views, strong: (chunks) => <strong>{chunks}</strong> })}
      </p>
      {views > 0 && (
        <>
          <svg
            role="img"
            aria-label={t('minutes', { numbers: minutes.join(', ') })}
            className="figures-live"
            viewBox={`0 0 ${minutes.length} ${height}`}
            preserveAspectRatio="none"
          >
            <path className="figures-grid" d={`M0 ${height}H${minutes.length}`} />
            <path className="figures-bars" d={barsPath(minutes, Math.max(...minutes))} />
          </svg>
          <ul className="admin-rows">
            {posts.map(({ slug, title, views: ofPost }) => (
              <li key={slug}>
                <a href={figuresPath({ span: '30', post: slug })} dir="auto">
                  {title}
                </a>
                <span>{t('views', { views: ofPost })}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
