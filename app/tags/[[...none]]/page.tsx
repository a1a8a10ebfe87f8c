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

/** Not made at build time, which has no database: that alone is why this address could have more parts, and has none. */
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
