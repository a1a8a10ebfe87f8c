import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
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

/** A year, a year and a month of two figures, or neither. */
const address = /^(?:[1-9]\d{3}(?:\/(?:0[1-9]|1[0-2]))?)?$/

/** What the address names, a year or a month of one, or the newest: nothing has two addresses. */
const readArchive = cache(async (...asked: string[]) => {
  if (!address.test(asked.join('/'))) notFound()
  const [year, month] = asked.map(Number)
  const blog = await getBlog()
  const archive = await listArchive(blog.timeZone, year, month)
  if (year !== undefined && archive.posts.length === 0) notFound()
  const shown = whatIsShown(archive, year, month)
  // For as long as it is the newest, or its year not crowded: browsers keep a permanent redirect, and would never find its own page.
  if (year !== undefined && shown.path !== archivePath(year, month)) redirect(shown.path)
  return { blog, archive, ...shown }
})

/** A month of a year that is not crowded is shown within its year: what leads to it goes on where a year is crowded no more. */
function whatIsShown(archive: Archive, askedYear?: number, askedMonth?: number) {
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
  const [{ blog, year, month, path }, { year: asked }] = await Promise.all([
    readPage(props),
    props.params,
  ])
  const named = asked?.[1] && year && month ? nameOfMonth(blog, year, month) : year
  return {
    title: asked ? `Archive of ${named}` : 'Archive',
    alternates: { canonical: path },
  }
}

export default async function ArchivePage(props: Props) {
  const { blog, archive, year, month, path } = await readPage(props)
  if (year === undefined) {
    return (
      <Message title="Nothing here yet">
        <p>The first post is still being written.</p>
      </Message>
    )
  }
  return (
    <>
      <PageTitle>Archive</PageTitle>
      <ArchiveList archive={archive} year={year} month={month} shown={path} blog={blog} />
    </>
  )
}
