import {
  type AdminCounts,
  type AdminQuestion,
  type CommentStatus,
  commentStatuses,
} from '@/lib/comments/moderation/moderation'
import { countWord } from '@/lib/text/count-max'
import { adminCommentsPath } from './moderation-path'

const names: Record<CommentStatus, string> = {
  pending: 'Pending',
  published: 'Published',
  spam: 'Spam',
  deleted: 'Deleted',
}

/** The four tabs of comments with their counts. The active filters are kept. */
export function CommentTabs({
  question,
  counts,
}: {
  question: AdminQuestion
  counts: AdminCounts
}) {
  return (
    <nav aria-label="Comments by status" className="admin-tabs">
      <ul>
        {commentStatuses.map((status) => (
          <li key={status}>
            <a
              href={adminCommentsPath({ ...question, after: undefined, status })}
              {...(status === question.status && { 'aria-current': 'page' as const })}
            >
              {names[status]} <span data-count={status}>{countWord(counts[status])}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
