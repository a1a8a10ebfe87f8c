import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getLocale, getTranslations } from 'next-intl/server'
import { FailedMessage } from '@/components/ui/failed-message'
import { noStaticParams } from '@/lib/http/responses'

type Props = { params: Promise<{ none?: string[] }> }

export const generateStaticParams = noStaticParams

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('errorPages')
  return { title: t('failed'), robots: { index: false } }
}

/** The custom server sends this page instead of a failed one. It is cached and needs no query. */
export default async function FailedPage({ params }: Props) {
  if ((await params).none) notFound()
  return <FailedMessage locale={await getLocale()} />
}
