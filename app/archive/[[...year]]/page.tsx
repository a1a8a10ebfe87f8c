import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { cache } from 'react'
import { ArchiveList } from '@/components/posts/archive-list'
import { nameOfMonth } from '@/components/posts/name-of-month'
import { Message } from '@/components/ui/message'
import { PageTitle } from '@/components/ui/page-title'
import { archivePath, pathOfMonth, pathOfYear } from '@/lib/paths'
import { type Archive, listArchive } from '@/lib/posts/reading/list-archive'
import { getBlog } from '@/lib/settings/get-blog'

type Props = { params: Promise<{ year?: string[] }> }

/** Seconds, within which scheduled posts appear. */
export const revalidate = 300

/** Returns no paths, because a build has no database. Pages are rendered on first request. */
export function generateStaticParams() {
  return []
}

/** A year, a year and a two-digit month, or an empty string. */
const address = /^(?:[1-9]\d{3}(?:\/(?:0[1-9]|1[0-2]))?)?$/

/** Loads the requested year or month, or the newest one. Each has a single address. */
const readArchive = cache(async (...asked: string[]) => {
  if (!address.test(asked.join('/'))) notFound()
  const [year, month] = asked.map(Number)
  const blog = await getBlog()
  const archive = await listArchive(blog.timeZone, year, month)
  if (year !== undefined && archive.posts.length === 0) notFound()
  const shown = findShownPeriod(archive, year, month)
  // A temporary redirect, because the target depends on the current number of posts. Browsers would
  // cache a permanent one.
  if (year !== undefined && shown.path !== archivePath(year, month)) redirect(shown.path)
  return { blog, archive, ...shown }
})

/**
 * Returns the year and month to show. A month is shown on the page of its year unless the year has
 * too many posts, so old links to months keep working.
 */
function findShownPeriod(archive: Archive, askedYear?: number, askedMonth?: number) {
  const year = askedYear ?? archive.years[0]?.year
  const newest = archive.months[0]?.month
  const month = newest && (askedMonth ?? newest)
  if (year === undefined) return { year, month, path: archivePath() }
  return {
    year,
    month,
    path: month ? pathOfMonth(archive, year, month) : pathOfYear(archive, year),
  }
}

async function readPage({ params }: Props) {
  return readArchive(...((await params).year ?? []))
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const [t, { blog, year, month, path }, { year: asked }] = await Promise.all([
    getTranslations('archive'),
    readPage(props),
    props.params,
  ])
  const period = year && (asked?.[1] && month ? nameOfMonth(blog, year, month) : String(year))
  return {
    title: asked && period ? t('titleOf', { period }) : t('title'),
    alternates: { canonical: path },
  }
}

export default async function ArchivePage(props: Props) {
  const { blog, archive, year, month, path } = await readPage(props)
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
      <ArchiveList archive={archive} year={year} month={month} shown={path} blog={blog} />
    </>
  )
}
