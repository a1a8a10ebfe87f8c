import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { ClientMessages } from '@/components/i18n/client-messages'
import { LiveSearch } from '@/components/search/live-search'
import { SearchHelp } from '@/components/search/search-help'
import { getBlog } from '@/lib/settings/get-blog'
import { readSearch, type SearchParameters } from './read-search'
import '@/components/search/search.css'

type Props = { searchParams: Promise<SearchParameters> }

/** The search page may be indexed; its results may not. */
export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const [t, { q }] = await Promise.all([getTranslations('search'), searchParams])
  return {
    title: t('title'),
    description: t('description'),
    alternates: { canonical: '/search' },
    ...(q !== undefined && { robots: { index: false } }),
  }
}

export default async function SearchPage({ searchParams }: Props) {
  const [t, { language, timeZone }, outcome] = await Promise.all([
    getTranslations('search'),
    getBlog(),
    searchParams.then(readSearch),
  ])
  return (
    <>
      <h1 className="font-medium text-title tracking-tight">{t('title')}</h1>
      <ClientMessages namespaces={['liveSearch']}>
        <LiveSearch first={outcome} language={language} timeZone={timeZone}>
          <SearchHelp />
        </LiveSearch>
      </ClientMessages>
    </>
  )
}
