import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { Message } from '@/components/ui/message'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('yourData')
  return { title: t('erased.heading'), robots: { index: false } }
}

export default async function ErasedPage() {
  const t = await getTranslations()
  return (
    <Message title={t('yourData.erased.heading')}>
      <p>{t('yourData.erased.text')}</p>
      <p className="mt-5">
        <a href="/">{t('navigation.allPosts')}</a>
      </p>
    </Message>
  )
}
