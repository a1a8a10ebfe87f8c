import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { readCommentId, readPost } from '@/app/posts/[slug]/read-post'
import { previewComment } from '@/app/posts/preview-comment'
import { CommentInContext } from '@/components/comments/comment-in-context'
import { documentTitle } from '@/components/ui/document-title'
import { getCommentInContext } from '@/lib/comments/reading/list-threads'
import { commentPagePath } from '@/lib/paths'

type Props = { params: Promise<{ slug: string; id: string; reply: string }> }

/** Seconds. Every write also revalidates the pages of comments, like their post. */
export const revalidate = 300

/** Returns no paths, because a build has no database. Pages are rendered on first request. */
export function generateStaticParams() {
  return []
}

async function readPage({ params }: Props) {
  const { slug, ...texts } = await params
  const [id, reply] = [readCommentId(texts.id), readCommentId(texts.reply)]
  return { post: await readPost(slug, `/comments/${id}/after/${reply}`), id, reply }
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const [t, { post, id, reply }] = await Promise.all([getTranslations('comments'), readPage(props)])
  return {
    title: documentTitle(t('title.replies', { title: post.title })),
    alternates: { canonical: commentPagePath(post.slug, id, reply) },
  }
}

export default async function LaterRepliesPage(props: Props) {
  const { post, id, reply } = await readPage(props)
  const context = await getCommentInContext(post.slug, id, reply)
  if (!context || context.threads.length === 0) notFound()
  return <CommentInContext preview={previewComment} post={post} context={context} isContinued />
}
