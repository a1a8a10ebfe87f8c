import { headers } from 'next/headers'
import { getTranslations } from 'next-intl/server'
import type { SearchOutcome } from '@/components/search/search-outcome'
import { InvalidInput } from '@/lib/errors'
import { limits, takeFrom } from '@/lib/rate-limit/rate-limit'
import { pagesMax, searchLengthMax } from '@/lib/search/search'
import { searchPosts } from '@/lib/search/search-posts'
import { clientAddress } from '@/lib/security/client-address'
import { truncate } from '@/lib/text/truncate'

export type SearchParameters = Record<string, string | string[] | undefined>

/**
 * Returns the query as one line. It uses the first of repeated parameters and treats control
 * characters as spaces.
 */
function readTyped({ q }: SearchParameters): string {
  const [typed = ''] = [q].flat()
  return typed.replaceAll(/\p{Cc}+/gu, ' ').normalize('NFC')
}

function readPage({ page }: SearchParameters): number {
  const [given = ''] = [page].flat()
  return /^[1-9]\d{0,2}$/.test(given) ? Math.min(Number(given), pagesMax) : 1
}

/**
 * Returns the data of a search page for any parameters. An invalid query is explained in a message.
 */
export async function readSearch(parameters: SearchParameters): Promise<SearchOutcome> {
  const t = await getTranslations('search')
  const typed = readTyped(parameters)
  const page = readPage(parameters)
  if (typed.trim() === '') return { kind: 'nothing-asked', typed: '' }
  if ([...typed].length > searchLengthMax) {
    const cut = truncate(typed, searchLengthMax)
    return {
      kind: 'refused',
      typed: cut,
      why: t('tooLong', { max: searchLengthMax }),
    }
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
