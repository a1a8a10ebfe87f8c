import { honeypotName } from '@/lib/comments/comment'

/** The honeypot: invisible and unreachable for people, but filled in by bots. */
export function CommentTrap() {
  return (
    <input
      name={honeypotName}
      className="comment-trap"
      aria-hidden
      tabIndex={-1}
      autoComplete="off"
    />
  )
}
