'use client'
import { useLocale, useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { DayFormat } from '@/components/ui/day-format'
import type { Translate } from '@/lib/i18n/translator'
import { searchApiPath, searchPath } from '@/lib/paths'
import { hitsPerPage, pagesMax, type SearchPage } from '@/lib/search/search'
import { SearchForm } from './search-form'
import { SearchHits } from './search-hits'

/** One page of hits. */
type Found = { typed: string; page: number; found: SearchPage }

/** The result of a search: none yet, one page of hits, or the reason for a rejection. */
export type SearchOutcome =
  | { kind: 'nothing-asked'; typed: string }
  | ({ kind: 'found' } & Found)
  | { kind: 'refused'; typed: string; why: string }

/** Describes the result of a search in one sentence, which screen readers announce. */
export function describeOutcome(
  outcome: SearchOutcome,
  t: Translate<'liveSearch'>,
  language: string,
): string {
  if (outcome.kind === 'nothing-asked') return ''
  if (outcome.kind === 'refused') return outcome.why
  const { count, has_older: hasOlder, similar_words: similar, hits } = outcome.found
  if (outcome.page > 1 && hits.length === 0) return t('noSuchPage', { page: outcome.page })
  const query = outcome.typed.trim()
  if (count === 0) return t('noResults', { query })
  const words = new Intl.ListFormat(language, { type: 'disjunction' }).format(
    similar.map((word) => t('similarWord', { word })),
  )
  return similar.length === 0
    ? t(hasOlder ? 'moreFound' : 'found', { count })
    : t(hasOlder ? 'moreSimilar' : 'similar', { query, words, count })
}

/** Time in milliseconds without a keystroke before a search starts. */
const pauseMs = 150

async function fetchOutcome(typed: string, signal: AbortSignal): Promise<SearchOutcome> {
  const response = await fetch(searchApiPath(typed), { signal })
  const json = await response.json()
  if (response.ok) return { kind: 'found', typed, page: 1, found: json }
  return {
    kind: 'refused',
    typed,
    why: json.errors?.[0]?.message ?? json.detail,
  }
}

/**
 * Searches while the reader types, and updates the URL to match the shown results.
 * @returns the latest outcome, whether a search is in progress, and the change handler
 */
function useLiveSearch(first: SearchOutcome) {
  const t = useTranslations('liveSearch')
  const [outcome, setOutcome] = useState(first)
  const [isBusy, setBusy] = useState(false)
  const pending = useRef<AbortController>(null)

  const show = (next: SearchOutcome) => {
    setOutcome(next)
    setBusy(false)
    history.replaceState(history.state, '', searchPath(next.typed))
  }

  const change = (typed: string) => {
    pending.current?.abort()
    if (typed.trim() === '') return show({ kind: 'nothing-asked', typed: '' })
    setBusy(true)
    pending.current = new AbortController()
    const { signal } = pending.current
    const search = () =>
      fetchOutcome(typed, signal).then(show, () => {
        if (!signal.aborted) show({ kind: 'refused', typed, why: t('unavailable') })
      })
    const timer = setTimeout(() => void search(), pauseMs)
    signal.addEventListener('abort', () => clearTimeout(timer))
  }

  useEffect(() => () => pending.current?.abort(), [])
  return { outcome, isBusy, change }
}

/** Links to other result pages. Renders nothing if all results fit on one page. */
export function SearchPages({ typed, page, found }: Found) {
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
  const locale = useLocale()
  const { outcome, isBusy, change } = useLiveSearch(first)
  return (
    <>
      <SearchForm
        defaultValue={first.typed}
        lang={format.language === locale ? undefined : format.language}
        onChange={(event) => change(event.target.value)}
      />
      <p role="status" className="search-status">
        {describeOutcome(outcome, t, locale)}
      </p>
      <div className="search-outcome" aria-busy={isBusy}>
        {outcome.kind !== 'found' || outcome.found.count === 0 ? (
          children
        ) : (
          <>
            <SearchHits hits={outcome.found.hits} {...format} />
            <SearchPages {...outcome} />
          </>
        )}
      </div>
    </>
  )
}
