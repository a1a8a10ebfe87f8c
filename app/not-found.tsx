import type { Metadata } from 'next'
import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { SearchForm } from '@/components/search/search-form'
import { Message } from '@/components/ui/message'
import { SiteFrame } from '@/components/ui/site-frame'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('errorPages')
  return { title: t('notFound') }
}

/** Replaces the layouts of a missing page, except layouts with a not-found page of their own. */
export default function NotFoundPage() {
  const t = useTranslations('errorPages')
  return (
    <SiteFrame>
      <Message title={t('notFound')}>
        <p className="system-fonts">
          {t.rich('notFoundHint', {
            posts: (words) => <a href="/">{words}</a>,
            archive: (words) => <a href="/archive">{words}</a>,
          })}
        </p>
        <SearchForm />
      </Message>
    </SiteFrame>
  )
}
