import { useTranslations } from 'next-intl'
import { use } from 'react'
import { DateTime } from '@/components/ui/date-time'
import type { Comment } from '@/lib/comments/comment'
import { getBlog } from '@/lib/settings/get-blog'
import { ownLanguage } from '@/lib/text/interface-language'

type Props = { comment: Comment; token: string; editableUntil: Date }

/** Plain forms to edit one's comment, while that is allowed, and to delete it. */
export function OwnCommentForms({ comment, token, editableUntil }: Props) {
  const t = useTranslations('ownCommentPage')
  const form = useTranslations('commentForm')
  const { language } = use(getBlog())
  const action = `/api/comments/${comment.id}`
  return (
    <>
      {editableUntil > new Date() && (
        <form method="post" action={action} className="comment-form mt-12">
          <input type="hidden" name="intent" value="edit" />
          <input type="hidden" name="edit_token" value={token} />
          <div className="comment-field">
            <label htmlFor="own-content">{t('edit')}</label>
            <textarea
              id="own-content"
              name="content"
              rows={6}
              required
              lang={ownLanguage(language)}
              dir="auto"
              defaultValue={comment.content}
              aria-describedby="until"
            />
            <small id="until">
              {t.rich('editableUntil', {
                time: () => <DateTime value={editableUntil} withTime />,
              })}
            </small>
          </div>
          <p className="comment-buttons">
            <button type="submit">{form('save')}</button>
          </p>
        </form>
      )}
      <details className="comment-form mt-10">
        <summary>{t('delete')}</summary>
        <form method="post" action={action} className="comment-form mt-2">
          <input type="hidden" name="intent" value="delete" />
          <input type="hidden" name="edit_token" value={token} />
          <p>{t('deletionHint')}</p>
          <p className="comment-buttons">
            <button type="submit">{t('confirm')}</button>
          </p>
        </form>
      </details>
    </>
  )
}
