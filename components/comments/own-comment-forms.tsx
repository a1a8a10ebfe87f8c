import { use } from 'react'
import { DateTime } from '@/components/ui/date-time'
import type { Comment } from '@/lib/comments/comment'
import { getBlog } from '@/lib/settings/get-blog'
import { ownLanguage } from '@/lib/text/interface-language'

type Props = { comment: Comment; token: string; editableUntil: Date }

/** Plain forms to edit one's comment, while that is allowed, and to delete it. */
export function OwnCommentForms({ comment, token, editableUntil }: Props) {
  const { language } = use(getBlog())
  const action = `/api/comments/${comment.id}`
  return (
    <>
      {editableUntil > new Date() && (
        <form method="post" action={action} className="comment-form mt-12">
          <input type="hidden" name="intent" value="edit" />
          <input type="hidden" name="edit_token" value={token} />
          <div className="comment-field">
            <label htmlFor="own-content">Change it</label>
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
              Until <DateTime value={editableUntil} withTime />
            </small>
          </div>
          <p className="comment-buttons">
            <button type="submit">Save</button>
          </p>
        </form>
      )}
      <details className="comment-form mt-10">
        <summary>Delete it</summary>
        <form method="post" action={action} className="comment-form mt-2">
          <input type="hidden" name="intent" value="delete" />
          <input type="hidden" name="edit_token" value={token} />
          <p>This cannot be undone. Replies to it remain.</p>
          <p className="comment-buttons">
            <button type="submit">Yes, delete</button>
          </p>
        </form>
      </details>
    </>
  )
}
