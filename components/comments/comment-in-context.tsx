import { useTranslations } from 'next-intl'
import { ContentLang } from '@/components/ui/content-lang'
import { isTombstone } from '@/lib/comments/comment'
import type { CommentInContext as Context, ShownComment } from '@/lib/comments/reading/list-threads'
import { excerptComment } from '@/lib/markdown/excerpt-comment'
import { commentPagePath, threadCommentPath, threadCommentsPath } from '@/lib/threads/thread-paths'
import { CommentItem, CommentThread } from './comment-item'
import { CommentScripts, type WriterProps } from './comment-section'

type Props = WriterProps & {
  context: Context
  /** True if there are replies before these. */
  isContinued: boolean
}

/** One comment with its ancestors and replies. */
export function CommentInContext({
  context: { comment, ancestors, threads, lastId },
  isContinued,
  ...writer
}: Props) {
  const t = useTranslations('comments')
  const pageLink = (text: string, after?: number) => (
    <a href={commentPagePath(writer.slug, comment.id, after)} className="inline-block py-1">
      {text}
    </a>
  )
  return (
    <section
      id="comments"
      data-closed={writer.isClosed || undefined}
      aria-labelledby="comments-heading"
      className="mt-10 border-rule border-t pt-10"
    >
      <h2 id="comments-heading" className="sr-only">
        {t('context')}
      </h2>
      {ancestors.length > 0 && (
        <nav aria-label={t('ancestors')}>
          <ol className="mb-7 space-y-3 border-rule border-s ps-4 font-sans text-small">
            {ancestors.map((ancestor) => (
              <li key={ancestor.id} className="text-muted">
                <Ancestor comment={ancestor} />
              </li>
            ))}
          </ol>
        </nav>
      )}
      <CommentItem comment={comment} />
      {threads.length > 0 && (
        <CommentThread
          comments={threads}
          depth={2}
          before={isContinued && pageLink(t('earlierReplies'))}
          after={lastId !== null && pageLink(t('laterReplies'), lastId)}
        />
      )}
      <p className="mt-12 font-sans text-small">
        <a href={threadCommentsPath(writer.slug)} className="inline-block py-2">
          {t('all')}
        </a>
      </p>
      <CommentScripts {...writer} isThread shown={threads.length} />
    </section>
  )
}

/** The author and the beginning of a comment. */
function Ancestor({ comment }: { comment: ShownComment }) {
  const t = useTranslations('comments')
  const path = threadCommentPath(comment.post_slug, comment.id)
  if (isTombstone(comment))
    return (
      <a href={path} className="italic">
        {t('deletedParent')}
      </a>
    )
  return (
    <>
      <a href={path} className="font-semibold text-ink">
        <ContentLang>{comment.author_name}</ContentLang>
      </a>{' '}
      <q cite={path}>
        <ContentLang>{excerptComment(comment.content)}</ContentLang>
      </q>
    </>
  )
}
