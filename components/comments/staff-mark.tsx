import type { StaffRole } from '@/lib/auth/actor'

/** The badge beside the name of the owner or a moderator. */
export function StaffMark({ role }: { role: StaffRole }) {
  return <span className="comment-mark">{role === 'owner' ? 'Author' : 'Moderator'}</span>
}
