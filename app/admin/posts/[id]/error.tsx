'use client'
import { useTranslations } from 'next-intl'
import { Message } from '@/components/ui/message'
import { SamePageLink } from '@/components/ui/same-page-link'

/** Replaces the editor if the page fails, and explains where the text is stored. */
export default function AdminPostError() {
  const t = useTranslations('postFormClient.failed')
  return (
    <Message title={t('title')}>
      <p>
        {t.rich('about', {
          again: (chunks) => <SamePageLink>{chunks}</SamePageLink>,
          all: (chunks) => <a href="/admin/posts">{chunks}</a>,
        })}
      </p>
    </Message>
  )
}
