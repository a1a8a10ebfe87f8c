import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { cache } from 'react'
import { readCommentId, readPost } from '@/app/posts/[slug]/read-post'
import { previewComment } from '@/app/posts/preview-comment'
import { CommentForm } from '@/components/comments/comment-form'
import { CommentText } from '@/components/comments/quoted-comment'
import { ClientMessages } from '@/components/i18n/client-messages'
import { ContentLang } from '@/components/ui/content-lang'
import { documentTitle } from '@/components/ui/document-title'
import { isTombstone } from '@/lib/comments/comment'
import { findComment } from '@/lib/comments/reading/find-comment'
import { signedIn } from '@/lib/http/session/signed-in'
import { isMailEnabled } from '@/lib/mail/mail-settings'
import { commentPath } from '@/lib/paths'

type Props = { params: Promise<{ slug: string; id: string }> }

export const dynamic = 'force-dynamic'

const readParent = cache(async (slug: string, id: string) => {
  const post = await readPost(slug, `/comments/${id}/reply`)
  const found = await findComment(readCommentId(id))
  if (found?.comment.post_slug !== post.slug || isTombstone(found.comment)) notFound()
  return post.commentsClosed ? redirect(commentPath(post.slug, found.comment.id)) : found
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
export default async function ReplyPage({ params }: Props) {
  const { slug, id } = await params
  const [t, { comment, postTitle }, actor] = await Promise.all([
    getTranslations('comments'),
    readParent(slug, id),
    signedIn(),
  ])
  return (
    <>
      <h1 className="font-medium text-title tracking-tight">
        {t.rich('replyToAuthor', {
          name: comment.author_name,
          author: (name) => <ContentLang>{name}</ContentLang>,
        })}
      </h1>
      <p className="mt-5 text-lead text-muted">
        {t.rich('underPost', {
          title: postTitle,
          post: (title) => (
            <a href={commentPath(comment.post_slug, comment.id)}>
              <ContentLang>{title}</ContentLang>
            </a>
          ),
        })}
      </p>
      <blockquote className="my-10 border-rule border-s-2 ps-5">
        <CommentText content={comment.content} />
      </blockquote>
      <ClientMessages namespaces={['commentForm']}>
        <CommentForm
          slug={comment.post_slug}
          parentId={comment.id}
          preview={previewComment}
          notifiesReplies={isMailEnabled()}
          staff={actor && { name: actor.name, role: actor.role }}
        />
      </ClientMessages>
    </>
  )
}
