import type { Metadata } from 'next'
import { LiveSearch } from '@/components/search/live-search'
import { SearchHelp } from '@/components/search/search-help'
import { getBlog } from '@/lib/settings/get-blog'
import { readSearch, type SearchParameters } from './read-search'
import '@/components/search/search.css'

type Props = { searchParams: Promise<SearchParameters> }

/** The search page may be indexed; its results may not. */
export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const { q } = await searchParams
  return {
    title: 'Search',
    description: 'Find a post by its words.',
    alternates: { canonical: '/search' },
    ...(q !== undefined && { robots: { index: false } }),
  }
}

export default async function SearchPage({ searchParams }: Props) {
  const [{ language, timeZone }, outcome] = await Promise.all([
    getBlog(),
    searchParams.then(readSearch),
  ])
  return (
    <>
      <h1 className="font-medium text-title tracking-tight">Search</h1>
      <LiveSearch first={outcome} language={language} timeZone={timeZone}>
        <SearchHelp />
      </LiveSearch>
    </>
  )
}
