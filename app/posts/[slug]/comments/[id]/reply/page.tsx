import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import { cache } from 'react'
import { readCommentId, readPost } from '@/app/posts/[slug]/read-post'
import { previewComment } from '@/app/posts/preview-comment'
import { CommentForm } from '@/components/comments/comment-form'
import { ContentLang } from '@/components/ui/content-lang'
import { documentTitle } from '@/components/ui/document-title'
import { getCommentForReply } from '@/lib/comments/reading/find-comment'
import { signedIn } from '@/lib/http/session/signed-in'
import { isMailEnabled } from '@/lib/mail/mail-settings'
import { renderCommentMarkdown } from '@/lib/markdown/render-comment-markdown'
import { commentPath } from '@/lib/paths'
import { getBlog } from '@/lib/settings/get-blog'
import { ownLanguage } from '@/lib/text/interface-language'

type Props = { params: Promise<{ slug: string; id: string }> }

export const dynamic = 'force-dynamic'

const readParent = cache(async (slug: string, id: string) => {
  const post = await readPost(slug, `/comments/${id}/reply`)
  const found = (await getCommentForReply(post.slug, readCommentId(id))) ?? notFound()
  return post.commentsClosed ? redirect(commentPath(post.slug, found.comment.id)) : found
})

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { slug, id } = await params
  const { comment, postTitle } = await readParent(slug, id)
  return {
    title: documentTitle(`Reply to ${comment.author_name}: ${postTitle}`),
    robots: { index: false },
  }
}

/** The target of “Reply” without JavaScript, or in a new tab. */
export default async function ReplyPage({ params }: Props) {
  const { slug, id } = await params
  const [{ comment, postTitle }, actor] = await Promise.all([readParent(slug, id), signedIn()])
  return (
    <>
      <h1 className="font-medium text-title tracking-tight">
        Reply to <ContentLang>{comment.author_name}</ContentLang>
      </h1>
      <p className="mt-5 text-lead text-muted">
        under{' '}
        <a href={commentPath(comment.post_slug, comment.id)}>
          <ContentLang>{postTitle}</ContentLang>
        </a>
      </p>
      <blockquote
        className="prose prose-comment my-10 border-rule border-s-2 ps-5"
        lang={ownLanguage((await getBlog()).language)}
        dir="auto"
      >
        {await renderCommentMarkdown(comment.content, { isInThread: false })}
      </blockquote>
      <CommentForm
        slug={comment.post_slug}
        parentId={comment.id}
        preview={previewComment}
        tellsReplies={isMailEnabled()}
        staff={actor && { name: actor.name, role: actor.role }}
      />
    </>
  )
}
