import type { Metadata } from 'next'
import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { Message } from '@/components/ui/message'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('errorPages'))('notFound') }
}

/** Shows the message within the frame of the admin area. */
export default function AdminNotFoundPage() {
  const t = useTranslations('errorPages')
  return (
    <Message title={t('notFound')}>
      <p>{t.rich('adminNotFoundHint', { home: (words) => <a href="/admin">{words}</a> })}</p>
    </Message>
  )
}
