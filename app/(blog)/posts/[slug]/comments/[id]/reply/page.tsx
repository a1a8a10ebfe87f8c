import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { cache } from 'react'
import { readCommentId, readPost } from '@/app/(blog)/posts/[slug]/read-post'
import { previewComment } from '@/app/(blog)/posts/preview-comment'
import { ReplyPage } from '@/components/comments/reply-page'
import { documentTitle } from '@/components/ui/document-title'
import { isTombstone } from '@/lib/comments/comment'
import { findComment } from '@/lib/comments/reading/find-comment'
import { signedIn } from '@/lib/http/session/signed-in'
import { threadCommentPath } from '@/lib/threads/thread-paths'

type Props = { params: Promise<{ slug: string; id: string }> }

export const dynamic = 'force-dynamic'

const readParent = cache(async (slug: string, id: string) => {
  const post = await readPost(slug, `/comments/${id}/reply`)
  const found = await findComment(readCommentId(id))
  if (found?.comment.post_slug !== post.slug || isTombstone(found.comment)) notFound()
  return post.commentsClosed ? redirect(threadCommentPath(post.slug, found.comment.id)) : found
})

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { slug, id } = await params
  const [t, { comment, postTitle }] = await Promise.all([
    getTranslations('comments'),
    readParent(slug, id),
  ])
  return {
    title: documentTitle(t('title.reply', { author: comment.author_name, title: postTitle })),
    robots: { index: false },
  }
}

/** The target of “Reply” without JavaScript, or in a new tab. */
export default async function ReplyToPostPage({ params }: Props) {
  const { slug, id } = await params
  const [{ comment, postTitle }, actor] = await Promise.all([readParent(slug, id), signedIn()])
  return <ReplyPage comment={comment} title={postTitle} preview={previewComment} actor={actor} />
}
