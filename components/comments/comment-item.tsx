import { useTranslations } from 'next-intl'
import { type ReactNode, use } from 'react'
import { ContentLang } from '@/components/ui/content-lang'
import { dayFormat, shortDay, toTheMinute } from '@/components/ui/day-format'
import { isTombstone } from '@/lib/comments/comment'
import type { ShownComment } from '@/lib/comments/reading/list-threads'
import { reportPath } from '@/lib/paths'
import { getBlog } from '@/lib/settings/get-blog'
import { contentLanguage, markedLanguage } from '@/lib/settings/page-language'
import { commentPagePath, replyPath, threadCommentPath } from '@/lib/threads/thread-paths'
import { Avatar } from './avatar'
import { LikeButton } from './like-button'
import { CommentText } from './quoted-comment'
import { StaffMark } from './staff-mark'

/** Mark beside the names of authors who confirmed their e-mail address. */
function VerifiedMark() {
  const t = useTranslations('comments')
  return (
    <svg
      role="img"
      aria-label={t('verified')}
      viewBox="0 0 16 16"
      className="ms-1 inline-block size-4 align-[-0.15em] text-muted"
    >
      <title>{t('verifiedAddress')}</title>
      <path
        d="M3.5 8.5l3 3 6-7"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

/**
 * The date of a comment, which a script replaces with its age. Its title is the exact time, which
 * CSS also shows while the link is focused and after it was followed.
 */
function CommentDate({ value }: { value: Date }) {
  const { timeZone } = use(getBlog())
  const language = use(contentLanguage())
  const format = (options: Intl.DateTimeFormatOptions) =>
    dayFormat({ language, timeZone }, options).format(value)
  return (
    <time
      dateTime={value.toISOString()}
      lang={use(markedLanguage(language))}
      title={format(toTheMinute)}
    >
      {format(shortDay)}
    </time>
  )
}

/** One comment with its fragment identifier, such as `#comment-12`. */
export function CommentItem({ comment }: { comment: ShownComment }) {
  const t = useTranslations('comments')
  const id = `comment-${comment.id}`
  if (isTombstone(comment)) {
    return (
      <article id={id} className="comment font-sans text-muted text-small italic">
        <h3>{t('deleted')}</h3>
      </article>
    )
  }
  const own = use(markedLanguage(use(contentLanguage())))
  return (
    <article id={id} className="comment">
      <header>
        <Avatar name={comment.author_name} />
        <div>
          <h3>
            <bdi lang={own}>{comment.author_name}</bdi>
          </h3>
          {comment.isVerified && <VerifiedMark />}
          {comment.staffRole && <StaffMark role={comment.staffRole} />}
          {comment.isPinned && <span className="comment-mark">{t('pinned')}</span>}
          <a href={`#${id}`}>
            <CommentDate value={new Date(comment.created_at)} />
            {comment.isEdited && (
              <span> · {t('edited', { by: comment.editedBy ?? 'author' })}</span>
            )}
          </a>
          {comment.answered && (
            <a href={threadCommentPath(comment.post_slug, comment.answered.id)}>
              {t.rich('inReplyTo', {
                name: comment.answered.authorName,
                author: (name) => <bdi lang={own}>{name}</bdi>,
              })}
            </a>
          )}
        </div>
      </header>
      <CommentText content={comment.content} isInThread />
      <footer>
        <a
          href={replyPath(comment.post_slug, comment.id)}
          rel="nofollow"
          aria-label={t('replyTo', { name: comment.author_name })}
        >
          {t('reply')}
        </a>
        <LikeButton likes={comment.likes} comment={comment} />
        <details className="comment-menu">
          <summary aria-label={t('more', { name: comment.author_name })}>⋯</summary>
          {/* A script adds the buttons for the author of the comment. */}
          <div>
            <a href={threadCommentPath(comment.post_slug, comment.id)} className="copy-link">
              {t('copyLink')}
            </a>
            <a
              href={reportPath(comment.id)}
              rel="nofollow"
              aria-label={t('reportOf', { name: comment.author_name })}
            >
              {t('report')}
            </a>
          </div>
        </details>
      </footer>
    </article>
  )
}

type ThreadProps = {
  comments: ShownComment[]
  depth?: number
  /** Links to comments of the same level on other pages. */
  before?: ReactNode
  after?: ReactNode
}

/** Comments of one level with their replies, and links to those on other pages. */
export function CommentThread({ comments, depth = 1, before, after }: ThreadProps) {
  return (
    <ol className={depth === 1 ? 'thread' : 'thread-replies'} data-depth={depth}>
      {before && <li className="font-sans text-small">{before}</li>}
      {comments.map((comment) => (
        <li key={comment.id}>
          <CommentItem comment={comment} />
          {(comment.replies.length > 0 || comment.repliesLeft > 0) && (
            // Clicking the line beside the replies collapses them into a count.
            <details open className="branch">
              <summary>
                <span>
                  <ReplyCount
                    count={comment.replies.length + comment.repliesLeft}
                    name={comment.author_name}
                  />
                </span>
              </summary>
              <CommentThread
                comments={comment.replies}
                depth={depth + 1}
                after={comment.repliesLeft > 0 && <RepliesLeft comment={comment} />}
              />
            </details>
          )}
        </li>
      ))}
      {after && <li className="font-sans text-small">{after}</li>}
    </ol>
  )
}

type CountProps = { count: number; name: string; isMore?: boolean }

function ReplyCount({ count, name, isMore = false }: CountProps) {
  const t = useTranslations('comments')
  return t.rich(isMore ? 'moreReplies' : 'replies', {
    count,
    isDeleted: String(name === ''),
    name,
    author: (words) => <ContentLang>{words}</ContentLang>,
    hidden: (words) => <span className="sr-only">{words}</span>,
  })
}

function RepliesLeft({ comment }: { comment: ShownComment }) {
  const { id, post_slug, author_name, replies, repliesLeft } = comment
  return (
    <a href={commentPagePath(post_slug, id, replies.at(-1)?.id)} className="inline-block py-1">
      <ReplyCount count={repliesLeft} name={author_name} isMore={replies.length > 0} />
    </a>
  )
}
