import { useTranslations } from 'next-intl'
import { ClientMessages } from '@/components/i18n/client-messages'
import { ContentLang } from '@/components/ui/content-lang'
import type { CommentInContext as Context } from '@/lib/comments/reading/shown-comment'
import { isMailEnabled } from '@/lib/mail/mail-settings'
import { commentPagePath, postPath } from '@/lib/paths'
import { CommentAncestors } from './comment-ancestors'
import type { PreviewComment } from './comment-form'
import { CommentIsland } from './comment-island'
import { CommentItem } from './comment-item'
import { CommentThread } from './comment-thread'
import { CommentWriter } from './comment-writer'

type Props = {
  post: { slug: string; title: string; commentsClosed: boolean }
  context: Context
  /** True if there are replies before these. */
  isContinued?: boolean
  preview: PreviewComment
}

/** The page of one comment with its ancestors and replies. */
export function CommentInContext({
  post,
  context: { comment, ancestors, threads, lastId },
  isContinued = false,
  preview,
}: Props) {
  const t = useTranslations('comments')
  return (
    <>
      <p className="font-sans text-fine text-muted">{t('oneOnPost')}</p>
      <h1 className="mt-1.5 font-medium text-heading tracking-tight" dir="auto">
        <a href={postPath(post.slug)} className="decoration-transparent">
          <ContentLang>{post.title}</ContentLang>
        </a>
      </h1>
      <section
        id="comments"
        data-closed={post.commentsClosed || undefined}
        aria-labelledby="comments-heading"
        className="mt-10 border-rule border-t pt-10"
      >
        <h2 id="comments-heading" className="sr-only">
          {t('context')}
        </h2>
        <CommentAncestors ancestors={ancestors} />
        <CommentItem comment={comment} />
        {threads.length > 0 && (
          <CommentThread
            comments={threads}
            depth={2}
            before={
              isContinued && (
                <a href={commentPagePath(post.slug, comment.id)} className="inline-block py-1">
                  {t('earlierReplies')}
                </a>
              )
            }
            after={
              lastId !== null && (
                <a
                  href={commentPagePath(post.slug, comment.id, lastId)}
                  rel="next"
                  className="inline-block py-1"
                >
                  {t('laterReplies')}
                </a>
              )
            }
          />
        )}
        <p className="mt-12 font-sans text-small">
          <a href={`${postPath(post.slug)}#comments`} className="inline-block py-2">
            {t('all')}
          </a>
        </p>
        <ClientMessages namespaces={['commentForm', 'ownComments']}>
          <CommentWriter
            slug={post.slug}
            isClosed={post.commentsClosed}
            isThread
            preview={preview}
            tellsReplies={isMailEnabled()}
          />
        </ClientMessages>
        <CommentIsland key={threads.length} />
      </section>
    </>
  )
}
