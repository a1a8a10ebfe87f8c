import type { Metadata } from 'next'
import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { Message } from '@/components/ui/message'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('errorPages')
  return { title: t('notFound') }
}

export default function NotFoundPage() {
  const t = useTranslations('errorPages')
  return (
    <Message title={t('notFound')}>
      <p className="system-fonts">
        {t.rich('notFoundHint', {
          posts: (words) => <a href="/">{words}</a>,
          archive: (words) => <a href="/archive">{words}</a>,
        })}
      </p>
    </Message>
  )
}
