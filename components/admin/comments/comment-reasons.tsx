import type { AdminComment } from '@/lib/comments/moderation/moderation'
import { adminCommentsPath } from './moderation-path'
import { ruleWords } from './rule-words'

/** Lists the rules that matched a comment, each with a link to other matches. */
export function CommentReasons({
  comment: { reasons, reports, status },
}: {
  comment: AdminComment
}) {
  if (reasons.length === 0 && reports === 0) return null
  return (
    <ul className="admin-reasons" aria-label="Reasons">
      {reasons.map(({ rule, reason }) => (
        <li key={`${rule} ${reason}`}>
          <a href={adminCommentsPath({ status, rule })}>{ruleWords(rule)}</a> <span>{reason}</span>
        </li>
      ))}
      {reports > 0 && (
        <li>{reports === 1 ? 'Reported by one reader' : `Reported by ${reports} readers`}</li>
      )}
    </ul>
  )
}
