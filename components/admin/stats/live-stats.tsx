'use client'
import type { LiveViews } from '@/lib/views/stats/get-live-views'
import { barsPath, height } from './chart-line'
import { inFigures, viewsInWords } from './stats-words'
import { figuresPath } from './stats-query'
import { useLiveViews } from './use-live-views'

/** What is read just now. A browser with script asks again by itself. */
export function LiveFigures({ drawn }: { drawn: LiveViews }) {
  const { views, minutes, posts } = useLiveViews(drawn)
  return (
    <section className="admin-section" aria-label="The last 30 minutes">
      <h2>The last 30 minutes</h2>
      <p className="figures-sum">
        <strong>{inFigures(views)}</strong> {views === 1 ? 'view' : 'views'}
      </p>
      {views > 0 && (
        <>
          <svg
            role="img"
            aria-label={`Views of each minute, the latest last: ${minutes.join(', ')}`}
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
                <span>{viewsInWords(ofPost)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
