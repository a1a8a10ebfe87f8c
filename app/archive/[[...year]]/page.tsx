import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import { cache } from 'react'
import { ArchiveList } from '@/components/posts/archive-list'
import { archivePath } from '@/components/posts/archive-path'
import { Message } from '@/components/ui/message'
import { PageTitle } from '@/components/ui/page-title'
import { listArchive } from '@/lib/posts/list-archive'
import { getBlog } from '@/lib/settings/get-blog'

type Props = { params: Promise<{ year?: string[] }> }

/** Seconds: posts that were written for a later day appear within that. */
export const revalidate = 300

/** None is made at build time, which has no database: each is made when first asked for. */
export function generateStaticParams() {
  return []
}

/** The posts of the year that the address names, or of the newest: that has no other address. */
const readArchive = cache(async (asked: string | undefined, rest: number) => {
  if (rest > 1 || (asked !== undefined && !/^[1-9]\d{3}$/.test(asked))) notFound()
  const blog = await getBlog()
  const archive = await listArchive(blog.timeZone, asked === undefined ? undefined : Number(asked))
  const newest = archive.years[0]?.year
  if (asked !== undefined && archive.posts.length === 0) notFound()
  // For as long as it is the newest: browsers keep a permanent redirect, and would never find the year's own page.
  if (asked !== undefined && Number(asked) === newest) redirect(archivePath())
  return { blog, archive, year: asked === undefined ? newest : Number(asked) }
})

async function readPage({ params }: Props) {
  const { year = [] } = await params
  return readArchive(year[0], year.length)
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const [{ year }, { year: asked }] = await Promise.all([readPage(props), props.params])
  return {
    title: asked ? `Archive of ${year}` : 'Archive',
    alternates: { canonical: archivePath(asked ? year : undefined) },
  }
}

export default async function ArchivePage(props: Props) {
  const { blog, archive, year } = await readPage(props)
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
      <ArchiveList {...archive} year={year} blog={blog} />
    </>
  )
}
