import type { Metadata } from 'next'
import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { Message } from '@/components/ui/message'
import { SiteFrame } from '@/components/ui/site-frame'
import '@/components/search/search.css'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('errorPages')
  return { title: t('notFound') }
}

/** Replaces the layouts of a missing page, except layouts with a not-found page of their own. */
export default function NotFoundPage() {
  const t = useTranslations('errorPages')
  const search = useTranslations('liveSearch')
  return (
    <SiteFrame>
      <Message title={t('notFound')}>
        <p className="system-fonts">
          {t.rich('notFoundHint', {
            posts: (words) => <a href="/">{words}</a>,
            archive: (words) => <a href="/archive">{words}</a>,
          })}
        </p>
        <search>
          <form action="/search" className="search-form">
            <label htmlFor="search-words">{search('label')}</label>
            <input
              id="search-words"
              name="q"
              type="search"
              required
              enterKeyHint="search"
              dir="auto"
            />
            <button type="submit">{search('submit')}</button>
          </form>
        </search>
      </Message>
    </SiteFrame>
  )
}
