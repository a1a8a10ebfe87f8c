import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { TagList } from '@/components/posts/tag-list'
import { Message } from '@/components/ui/message'
import { PageTitle } from '@/components/ui/page-title'
import { listTags } from '@/lib/posts/reading/list-tags'
import { getBlog } from '@/lib/settings/get-blog'

type Props = { params: Promise<{ none?: string[] }> }

/** Seconds, within which scheduled posts appear. */
export const revalidate = 300

/**
 * Returns no paths, because a build has no database. The optional catch-all segment exists only to
 * allow this; a request with a value returns 404.
 */
export function generateStaticParams() {
  return []
}

export const metadata: Metadata = {
  title: 'Tags',
  description: 'What this blog is about.',
  alternates: { canonical: '/tags' },
}

export default async function TagsPage({ params }: Props) {
  if ((await params).none) notFound()
  const [tags, { language }] = await Promise.all([listTags(), getBlog()])
  if (tags.length === 0) {
    return (
      <Message title="Nothing is tagged yet">
        <p>
          <a href="/">All posts</a> are on one list.
        </p>
      </Message>
    )
  }
  return (
    <>
      <PageTitle>Tags</PageTitle>
      <TagList tags={tags} language={language} />
    </>
  )
}
