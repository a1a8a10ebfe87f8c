import { useTranslations } from 'next-intl'
import { titleMetadata } from '@/components/admin/admin-page'
import { Message } from '@/components/ui/message'

export const generateMetadata = titleMetadata((t) => t('errorPages.notFound'))

/** Shows the message within the frame of the admin area. */
export default function AdminNotFoundPage() {
  const t = useTranslations('errorPages')
  return (
    <Message title={t('notFound')}>
      <p>{t.rich('adminNotFoundHint', { home: (words) => <a href="/admin">{words}</a> })}</p>
    </Message>
  )
}
