'use client'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import type { LiveViews } from '@/lib/views/stats/get-live-views'
import { barsPath, height } from './chart-line'
import { statsPath } from './stats-path'

const everyMs = 60_000

/**
 * Shows the views of the last 30 minutes. While the page is visible, it refreshes them, but not the
 * other figures, which are expensive. If a request fails, the last data stays.
 */
export function LiveStats({ initial }: { initial: LiveViews }) {
  const t = useTranslations('statsClient')
  const [{ views, minutes, posts }, setLive] = useState(initial)
  useEffect(() => {
    const poll = async () => {
      if (document.visibilityState !== 'visible') return
      const response = await fetch('/admin/stats/live', { cache: 'no-store' })
      if (response.ok) setLive(await response.json())
    }
    const timer = setInterval(() => void poll().catch(() => {}), everyMs)
    return () => clearInterval(timer)
  }, [])
  return (
    <section className="admin-section" aria-label={t('title')}>
      <h2>{t('title')}</h2>
      <p className="stats-sum">
        {t.rich('total', { views, strong: (chunks) => <strong>{chunks}</strong> })}
      </p>
      {views > 0 && (
        <>
          <svg
            role="img"
            aria-label={t('minutes', { numbers: minutes.join(', ') })}
            className="stats-live"
            viewBox={`0 0 ${minutes.length} ${height}`}
            preserveAspectRatio="none"
          >
            <path className="stats-grid" d={`M0 ${height}H${minutes.length}`} />
            <path className="stats-bars" d={barsPath(minutes, Math.max(...minutes))} />
          </svg>
          <ul className="admin-rows">
            {posts.map(({ slug, title, views: ofPost }) => (
              <li key={slug}>
                <a href={statsPath({ span: '30', post: slug })} dir="auto">
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
