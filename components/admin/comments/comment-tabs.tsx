import { type CommentStatus, commentStatuses, type DeskCounts, type DeskQuestion } from '@/lib/comments/moderation/moderation'
import { countWord } from '@/lib/text/count-max'
import { deskCommentsPath } from './moderation-query'

const names: Record<CommentStatus, string> = { pending: 'Pending', published: 'Published', spam: 'Spam', deleted: 'Deleted' }

/** The four heaps of comments, each with its size. What the list is narrowed down to stays. */
export function CommentTabs({ question, counts }: { question: DeskQuestion; counts: DeskCounts }) {
  return (
    <nav aria-label="Comments by status" className="desk-tabs">
      <ul>
        {commentStatuses.map((status) => (
          <li key={status}>
            <a
              href={deskCommentsPath({ ...question, after: undefined, status })}
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
