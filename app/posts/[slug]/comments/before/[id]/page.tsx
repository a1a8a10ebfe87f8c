import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { readCommentId, readPost } from '@/app/posts/[slug]/read-post'
import { previewComment } from '@/app/posts/preview-comment'
import { ThreadList } from '@/components/comments/thread-list'
import { documentTitle } from '@/components/ui/document-title'
import { countPostComments } from '@/lib/comments/reading/count-comments'
import { listThreads } from '@/lib/comments/reading/list-threads'
import { newestThreadsPath } from '@/lib/paths'

type Props = { params: Promise<{ slug: string; id: string }> }

/** Seconds. Every write also revalidates the pages of comments, like their post. */
export const revalidate = 300

/** Returns no paths, because a build has no database. Pages are rendered on first request. */
export function generateStaticParams() {
  return []
}

async function readPage({ params }: Props) {
  const { slug, id: text } = await params
  const before = readCommentId(text)
  return { post: await readPost(slug, `/comments/before/${before}`), before }
}

/** Excluded from search: the pages that start with the oldest comment have the same content. */
export async function generateMetadata(props: Props): Promise<Metadata> {
  const [t, { post, before }] = await Promise.all([getTranslations('comments'), readPage(props)])
  return {
    title: documentTitle(t('title.newest', { title: post.title })),
    alternates: { canonical: newestThreadsPath(post.slug, before) },
    robots: { index: false, follow: true },
  }
}

export default async function EarlierThreadsPage(props: Props) {
  const { post, before } = await readPage(props)
  const [page, count] = await Promise.all([
    listThreads(post.slug, { order: 'newest', after: before }),
    countPostComments(post.slug),
  ])
  if (page.threads.length === 0) notFound()
  return (
    <ThreadList
      preview={previewComment}
      post={post}
      page={page}
      count={count}
      order="newest"
      isContinued
    />
  )
}
