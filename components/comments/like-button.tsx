import { useFormatter, useTranslations } from 'next-intl'
import { use } from 'react'
import { getBlog } from '@/lib/settings/get-blog'

const formId = 'likes'
const iconId = 'heart'

/**
 * The form and the icon that all like buttons on a page share. The buttons only refer to them,
 * which keeps the HTML small.
 */
export function LikeForm({ slug }: { slug: string }) {
  const t = useTranslations('comments')
  if (!use(getBlog()).reactions) return null
  return (
    <form id={formId} method="post" action="/api/likes" data-failed={t('likeFailed')}>
      <input type="hidden" name="slug" value={slug} />
      <svg aria-hidden="true" className="hidden">
        <symbol id={iconId} viewBox="0 0 24 24">
          <path d="M12 20.5 4 12.6a5 5 0 0 1 8-5.9 5 5 0 0 1 8 5.9z" />
        </symbol>
      </svg>
    </form>
  )
}

type Props = { likes: number; comment?: { id: number; author_name: string } }

/** A button that likes a comment, or the post without one. Renders nothing while likes are off. */
export function LikeButton({ likes, comment }: Props) {
  const t = useTranslations('comments')
  const format = useFormatter()
  if (!use(getBlog()).reactions) return null
  return (
    <button
      type="submit"
      form={formId}
      name="comment"
      value={comment?.id ?? ''}
      id={comment ? undefined : 'like'}
      className="like"
    >
      <svg aria-hidden="true">
        <use href={`#${iconId}`} />
      </svg>
      <span className="sr-only">
        {comment ? t('like', { name: comment.author_name }) : t('likePost')}
      </span>
      <span>{likes > 0 ? format.number(likes) : ''}</span>
    </button>
  )
}
