import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { cache } from 'react'
import { ArchiveList } from '@/components/posts/archive-list'
import { Message } from '@/components/ui/message'
import { PageTitle } from '@/components/ui/page-title'
import { noStaticParams } from '@/lib/http/responses'
import { archivePath, pathOfYear } from '@/lib/paths'
import { listPostsOfYear, listYears } from '@/lib/posts/reading/list-archive'
import { getBlog } from '@/lib/settings/get-blog'

type Props = { params: Promise<{ year?: string[] }> }

export const generateStaticParams = noStaticParams

/** A year, a year and a two-digit month, or an empty string. */
const address = /^(?:[1-9]\d{3}(?:\/(?:0[1-9]|1[0-2]))?)?$/

/**
 * Finds the requested year, or the newest one. Each year has one address; months redirect to it.
 */
const readYear = cache(async (period: string) => {
  if (!address.test(period)) notFound()
  const blog = await getBlog()
  const years = await listYears(blog.timeZone)
  if (period === '') return { blog, years, year: years[0]?.year, path: archivePath() }
  const year = Number(period.slice(0, 4))
  if (!years.some((one) => one.year === year)) notFound()
  const path = pathOfYear(years, year)
  // A temporary redirect, because another year becomes the newest. Browsers would cache a permanent
  // one.
  if (path !== archivePath(period)) redirect(path)
  return { blog, years, year, path }
})

const readPage = async ({ params }: Props) => readYear(((await params).year ?? []).join('/'))

export async function generateMetadata(props: Props): Promise<Metadata> {
  const [t, { year, path }] = await Promise.all([getTranslations('archive'), readPage(props)])
  return {
    title: year && path !== archivePath() ? t('titleOf', { period: String(year) }) : t('title'),
    alternates: { canonical: path },
  }
}

export default async function ArchivePage(props: Props) {
  const { blog, years, year } = await readPage(props)
  if (year === undefined) {
    const posts = await getTranslations('posts')
    return (
      <Message title={posts('empty')}>
        <p>{posts('emptyHint')}</p>
      </Message>
    )
  }
  const t = await getTranslations('archive')
  return (
    <>
      <PageTitle>{t('title')}</PageTitle>
      <ArchiveList
        blog={blog}
        years={years}
        year={year}
        posts={await listPostsOfYear(blog.timeZone, year)}
      />
    </>
  )
}
