'use client'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import type { DayFormat } from '@/components/ui/day-format'
import { searchPath } from '@/lib/paths'
import { hitsPerPage, pagesMax, type SearchPage, searchLengthMax } from '@/lib/search/search'
import { ownLanguage } from '@/lib/text/interface-language'
import { SearchHits } from './search-hits'
import { describeOutcome, type SearchOutcome } from './search-outcome'
import { useLiveSearch } from './use-live-search'

/** Links to other result pages. Renders nothing if all results fit on one page. */
export function SearchPages({
  typed,
  page,
  found,
}: {
  typed: string
  page: number
  found: SearchPage
}) {
  const t = useTranslations('liveSearch')
  const pages = Math.min(pagesMax, Math.ceil(found.count / hitsPerPage))
  if (page === 1 && pages <= 1) return null
  const isBeyond = page > pages
  return (
    <nav aria-label={t('pages')} className="search-pages">
      {page > 1 && (
        <a href={searchPath(typed, isBeyond ? 1 : page - 1)} rel="prev">
          {t(isBeyond ? 'firstPage' : 'previous')}
        </a>
      )}
      {page < pages && (
        <a href={searchPath(typed, page + 1)} rel="next">
          {t('next')}
        </a>
      )}
    </nav>
  )
}

/**
 * The search form and its results, or a help text if there are none. With JavaScript it searches
 * while the reader types; without it, it is a plain form.
 */
export function LiveSearch({
  first,
  children,
  ...format
}: DayFormat & { first: SearchOutcome; children: ReactNode }) {
  const t = useTranslations('liveSearch')
  const { outcome, isBusy, change } = useLiveSearch(first)
  return (
    <>
      <search>
        <form action="/search" className="search-form">
          <label htmlFor="search-words">{t('label')}</label>
          <input
            id="search-words"
            name="q"
            type="search"
            defaultValue={first.typed}
            maxLength={searchLengthMax}
            required
            autoComplete="off"
            enterKeyHint="search"
            lang={ownLanguage(format.language)}
            dir="auto"
            onChange={(event) => change(event.target.value)}
          />
          <button type="submit">{t('submit')}</button>
        </form>
      </search>
      <p role="status" className="search-status">
        {describeOutcome(outcome, t)}
      </p>
      <div className="search-outcome" aria-busy={isBusy}>
        {outcome.kind !== 'found' || outcome.found.count === 0 ? (
          children
        ) : (
          <>
            <SearchHits hits={outcome.found.hits} {...format} />
            <SearchPages typed={outcome.typed} page={outcome.page} found={outcome.found} />
          </>
        )}
      </div>
    </>
  )
}
