import { useTranslations } from 'next-intl'
import { ClientMessages } from '@/components/i18n/client-messages'
import { ContentLang, contentLink } from '@/components/ui/content-lang'
import type { Actor } from '@/lib/auth/actor'
import { isMailEnabled } from '@/lib/mail/mail-settings'
import { threadCommentPath } from '@/lib/threads/thread-paths'
import { CommentForm, type PreviewComment } from './comment-form'
import { CommentText } from './quoted-comment'

type Props = {
  comment: { id: number; post_slug: string; author_name: string; content: string }
  /** Title of the post or page. */
  title: string
  preview: PreviewComment
  /** The signed-in staff member. */
  actor: Actor | undefined
}

/** A page with a comment and the form to reply to it. */
export function ReplyPage({ comment, title, preview, actor }: Props) {
  const t = useTranslations('comments')
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
          title,
          post: contentLink(threadCommentPath(comment.post_slug, comment.id)),
        })}
      </p>
      <blockquote className="my-10 border-rule border-s-2 ps-5">
        <CommentText content={comment.content} />
      </blockquote>
      <ClientMessages namespaces={['commentForm']}>
        <CommentForm
          slug={comment.post_slug}
          parentId={comment.id}
          preview={preview}
          notifiesReplies={isMailEnabled()}
          staff={actor && { name: actor.name, role: actor.role }}
        />
      </ClientMessages>
    </>
  )
}
