import type { CommentStatus } from '@/lib/comments/moderation/moderation'
import type { AdminActions } from './moderation-actions'

const verdicts = [
  { status: 'published', text: 'Approve' },
  { status: 'spam', text: 'Spam' },
  { status: 'deleted', text: 'Delete' },
] as const

/** The form for moderating all selected comments. Their checkboxes refer to it by its id. */
export function BulkBar({
  status,
  back,
  judge,
}: {
  status: CommentStatus
  back: string
  judge: AdminActions['judge']
}) {
  return (
    <form
      id="admin-bulk"
      action={judge}
      className="admin-bulk"
      data-admin="judge"
      aria-label="The chosen comments"
    >
      <input type="hidden" name="back" value={back} />
      <span>The chosen ones:</span>
      {verdicts
        .filter((verdict) => verdict.status !== status)
        .map((verdict) => (
          <button key={verdict.status} type="submit" name="verdict" value={verdict.status}>
            {verdict.text}
          </button>
        ))}
    </form>
  )
}
