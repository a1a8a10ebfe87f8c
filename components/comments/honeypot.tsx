import { honeypotName } from '@/lib/comments/comment'

/** The honeypot: invisible and unreachable for people, but filled in by bots. */
export function Honeypot() {
  return (
    <input name={honeypotName} className="honeypot" aria-hidden tabIndex={-1} autoComplete="off" />
  )
}
