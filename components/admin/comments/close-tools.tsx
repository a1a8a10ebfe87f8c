import type { AdminComment } from '@/lib/comments/moderation/moderation'
import type { AdminActions } from './moderation-actions'

type Props = { post: AdminComment['post']; back: string; close: AdminActions['close'] }

/**
 * Closes a post’s comments, now or after some days. Offers to open them only if no other setting
 * keeps them closed.
 */
export function CloseTools({
  post: { slug, title, closedBy, closeAfterDays },
  back,
  close,
}: Props) {
  const about = <span className="sr-only"> on {title}</span>
  if (closedBy === 'blog') return <p>The blog takes no comments</p>
  return (
    <>
      {closedBy === 'days' ? (
        <p>Closed automatically</p>
      ) : (
        <form action={close}>
          <input type="hidden" name="back" value={back} />
          <input type="hidden" name="slug" value={slug} />
          <button type="submit" name="close" value={closedBy === 'post' ? 'no' : 'yes'}>
            <span>
              {closedBy === 'post' ? 'Open comments' : 'Close comments'} on “<bdi>{title}</bdi>”
            </span>
          </button>
        </form>
      )}
      <details>
        <summary>Close automatically{about}</summary>
        <form action={close} className="admin-block">
          <input type="hidden" name="back" value={back} />
          <input type="hidden" name="slug" value={slug} />
          <label>
            <span>Days after publication (empty: the blog’s setting)</span>
            <input
              type="number"
              name="days"
              min={1}
              max={36_500}
              inputMode="numeric"
              defaultValue={closeAfterDays ?? ''}
            />
          </label>
          <button type="submit" name="close" value="after" className="admin-button">
            Save
          </button>
        </form>
      </details>
    </>
  )
}
