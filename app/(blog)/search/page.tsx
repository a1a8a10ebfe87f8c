import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { ClientMessages } from '@/components/i18n/client-messages'
import { LiveSearch, type SearchOutcome } from '@/components/search/live-search'
import { InvalidInput } from '@/lib/errors'
import { limits, takeFrom } from '@/lib/rate-limit/rate-limit'
import { pagesMax, searchLengthMax } from '@/lib/search/search'
import { searchPosts } from '@/lib/search/search-posts'
import { clientAddress } from '@/lib/security/client-address'
import { getBlog } from '@/lib/settings/get-blog'
import { truncate } from '@/lib/text/truncate'

type SearchParameters = Record<string, string | string[] | undefined>

/**
 * Returns the query as one line. It uses the first of repeated parameters and treats control
 * characters as spaces.
 */
function readTyped({ q }: SearchParameters): string {
  const [typed = ''] = [q].flat()
  return typed.replaceAll(/\p{Cc}+/gu, ' ').normalize('NFC')
}

function readPage({ page }: SearchParameters): number {
  const [value = ''] = [page].flat()
  return /^[1-9]\d{0,2}$/.test(value) ? Math.min(Number(value), pagesMax) : 1
}

/**
 * Returns the data of a search page for any parameters. An invalid query is explained in a message.
 */
async function readSearch(parameters: SearchParameters): Promise<SearchOutcome> {
  const t = await getTranslations('search')
  const typed = readTyped(parameters)
  const page = readPage(parameters)
  if (typed.trim() === '') return { kind: 'nothing-asked', typed: '' }
  if ([...typed].length > searchLengthMax) {
    const cut = truncate(typed, searchLengthMax)
    return { kind: 'refused', typed: cut, why: t('tooLong', { max: searchLengthMax }) }
  }
  const { allowed, resetMs } = await takeFrom(limits.search, clientAddress(await headers()))
  if (!allowed)
    return {
      kind: 'refused',
      typed,
      why: t('tooMany', { seconds: Math.max(1, Math.ceil(resetMs / 1_000)) }),
    }
  try {
    return { kind: 'found', typed, page, found: await searchPosts(typed, page) }
  } catch (error) {
    if (error instanceof InvalidInput) return { kind: 'refused', typed, why: t('noWords') }
    throw error
  }
}

const code = (words: ReactNode) => <code>{words}</code>

/** Explains the search syntax before the first search. */
async function SearchHelp() {
  const t = await getTranslations('search')
  return (
    <div className="search-help">
      <p>{t('help.words')}</p>
      <ul>
        <li>{t.rich('help.phrase', { code })}</li>
        <li>{t.rich('help.excluded', { code })}</li>
        <li>{t.rich('help.or', { code })}</li>
      </ul>
      <p>
        {t.rich('help.lists', {
          archive: (words) => <a href="/archive">{words}</a>,
          tags: (words) => <a href="/tags">{words}</a>,
        })}
      </p>
    </div>
  )
}

type Props = { searchParams: Promise<SearchParameters> }

/** Returns the title. Search engines may index the search page, but not its results. */
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
