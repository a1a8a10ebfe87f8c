import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { readCommentId, readPost } from '@/app/posts/[slug]/read-post'
import { previewComment } from '@/app/posts/preview-comment'
import { ThreadList } from '@/components/comments/thread-list'
import { documentTitle } from '@/components/ui/document-title'
import { countPostComments } from '@/lib/comments/reading/count-comments'
import { listThreads } from '@/lib/comments/reading/list-threads'
import { laterThreadsPath } from '@/lib/paths'

type Props = { params: Promise<{ slug: string; id: string }> }

/** Seconds. Every write also revalidates the pages of comments, like their post. */
export const revalidate = 300

/** Returns no paths, because a build has no database. Pages are rendered on first request. */
export function generateStaticParams() {
  return []
}

async function readPage({ params }: Props) {
  const { slug, id: text } = await params
  const after = readCommentId(text)
  return { post: await readPost(slug, `/comments/after/${after}`), after }
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const [t, { post, after }] = await Promise.all([getTranslations('comments'), readPage(props)])
  return {
    title: documentTitle(t('title.ofPost', { title: post.title })),
    alternates: { canonical: laterThreadsPath(post.slug, after) },
  }
}

export default async function LaterThreadsPage(props: Props) {
  const { post, after } = await readPage(props)
  const [page, count] = await Promise.all([
    listThreads(post.slug, { after }),
    countPostComments(post.slug),
  ])
  if (page.threads.length === 0) notFound()
  return (
    <ThreadList
      preview={previewComment}
      post={post}
      page={page}
      count={count}
      order="oldest"
      isContinued
    />
  )
}
