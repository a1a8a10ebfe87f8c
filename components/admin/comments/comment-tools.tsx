import { randomUUID } from 'node:crypto'
import { type AdminComment, writeSeen } from '@/lib/comments/moderation/moderation'
import { CloseTools } from './close-tools'
import type { AdminActions } from './moderation-actions'
import { WordsForm } from './words-form'

type Props = { comment: AdminComment; back: string; actions: AdminActions }

/** The tools for a comment apart from verdicts. Each opens in place. */
export function CommentTools({ comment, back, actions }: Props) {
  const { id, status, content, post, isTop, isPinned, authorName, isStaff, hasNetwork } = comment
  const seen = writeSeen(comment)
  const about = <span className="sr-only"> the comment by {authorName}</span>
  return (
    <div className="admin-tools">
      {(status === 'published' || status === 'pending') && post.closedBy === null && (
        <details data-admin="reply">
          <summary aria-keyshortcuts="r">
            Reply<span className="sr-only"> to</span>
            {about}
          </summary>
          <WordsForm
            action={actions.reply}
            id={`reply-${id}`}
            label="Your reply"
            submit={status === 'pending' ? 'Approve and reply' : 'Reply'}
            hidden={{ seen, key: randomUUID() }}
          />
        </details>
      )}
      {content !== '' && (
        <details data-admin="edit">
          <summary aria-keyshortcuts="e">Edit{about}</summary>
          <WordsForm
            action={actions.edit}
            id={`edit-${id}`}
            label="Its words; the change is marked"
            submit="Save"
            content={content}
            hidden={{ seen }}
          />
        </details>
      )}
      {status === 'published' && isTop && (
        <form action={actions.pin} data-admin="pin">
          <input type="hidden" name="back" value={back} />
          <input type="hidden" name="id" value={id} />
          <button type="submit" name="pin" value={isPinned ? 'no' : 'yes'} aria-keyshortcuts="p">
            {isPinned ? 'Unpin' : 'Pin'}
            {about}
          </button>
        </form>
      )}
      {!isStaff && (
        <details>
          <summary>
            Block the author<span className="sr-only"> of</span>
            {about}
          </summary>
          <form action={actions.block} className="admin-block">
            <input type="hidden" name="back" value={back} />
            <input type="hidden" name="id" value={id} />
            <label>
              <span>Known by</span>
              <select name="kind" defaultValue={hasNetwork ? 'network' : 'name'}>
                {hasNetwork && <option value="network">the network</option>}
                {authorName !== '' && <option value="name">the name {authorName}</option>}
              </select>
            </label>
            <label>
              <span>For</span>
              <select name="days" defaultValue="30">
                <option value="1">a day</option>
                <option value="7">a week</option>
                <option value="30">30 days</option>
                <option value="365">a year</option>
                <option value="">good</option>
              </select>
            </label>
            <label>
              <span>Comments</span>
              <select name="verdict" defaultValue="pending">
                <option value="pending">are held</option>
                <option value="spam">are spam</option>
              </select>
            </label>
            <button type="submit" className="admin-button">
              Block
            </button>
          </form>
        </details>
      )}
      <CloseTools post={post} back={back} close={actions.close} />
    </div>
  )
}
