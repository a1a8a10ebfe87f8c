import { useLocale } from 'next-intl'
import { createElement, Fragment } from 'react'
import { type DayFormat, dayFormat } from '@/components/ui/day-format'
import { postPath } from '@/lib/paths'
import type { ExcerptPart, SearchHit } from '@/lib/search/search'

export function SearchHits({ hits, language, timeZone }: DayFormat & { hits: SearchHit[] }) {
  const own = useLocale() === language ? undefined : language
  const day = dayFormat({ language, timeZone })
  return (
    <ol className="search-hits">
      {hits.map((hit) => (
        <li key={hit.slug}>
          <h2 lang={own} dir="auto">
            <a href={postPath(hit.slug)}>
              <Marked parts={hit.title} />
            </a>
          </h2>
          <p lang={own} dir="auto">
            <Marked parts={hit.excerpt} />
          </p>
          <p lang={own} className="search-hit-date">
            <time dateTime={hit.published_at}>{day.format(new Date(hit.published_at))}</time>
            {hit.tags.map((tag) => (
              <bdi key={tag}>{tag}</bdi>
            ))}
          </p>
        </li>
      ))}
    </ol>
  )
}

function Marked({ parts }: { parts: ExcerptPart[] }) {
  return createElement(
    Fragment,
    null,
    ...parts.map(({ text, is_marked }) => (is_marked ? createElement('mark', null, text) : text)),
  )
}
