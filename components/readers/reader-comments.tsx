import { getTranslations } from 'next-intl/server'
import { CommentText } from '@/components/comments/quoted-comment'
import { ThreadList } from '@/components/readers/thread-list'
import { ContentLang, contentLink } from '@/components/ui/content-lang'
import { DateTime } from '@/components/ui/date-time'
import type { ReaderComment, ReaderData } from '@/lib/readers/get-reader-data'
import { commentUrl, threadTitle, threadUrl } from '@/lib/threads/thread-url'

/**
 * The comments and followed pages in the stored data of a reader, for the reader and for the owner.
 */
export async function ReaderComments({ comments, follows }: ReaderData) {
  const t = await getTranslations('yourData')
  return (
    <>
      <ol className="mt-10 space-y-8">
        {comments.map((comment) => (
          <li key={comment.id}>
            <ReaderCommentItem comment={comment} />
          </li>
        ))}
      </ol>
      {follows.length > 0 && (
        <>
          <h2 className="mt-10 font-medium text-heading">{t('follows')}</h2>
          <ThreadList threads={follows.map(({ post }) => post)} />
        </>
      )}
    </>
  )
}

/** A comment for its author, with its post, state and earlier versions. */
async function ReaderCommentItem({ comment }: { comment: ReaderComment }) {
  const t = await getTranslations('yourData')
  const { id, post, status, author_name, content, created_at, earlier_texts, waiting_content } =
    comment
  return (
    <article className="border-rule border-s-2 ps-5">
      <div className="font-sans text-fine text-muted">
        {t.rich('comment', {
          name: author_name,
          author: (name) => (
            <h2 className="inline">
              <ContentLang className="font-semibold text-ink text-small">{name}</ContentLang>
            </h2>
          ),
          title: threadTitle(post),
          post: contentLink(status === 'published' ? commentUrl(post, id) : threadUrl(post)),
          time: () => <DateTime value={created_at} withTime />,
          status,
          isEdited: String(earlier_texts.length > 0),
          isEditWaiting: String(waiting_content !== null),
        })}
      </div>
      <CommentText content={content} />
    </article>
  )
}
