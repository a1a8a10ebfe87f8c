import { useTranslations } from 'next-intl'
import type { StaffRole } from '@/lib/auth/actor'

/** The badge beside the name of the owner or a moderator. */
export function StaffMark({ role }: { role: StaffRole }) {
  const t = useTranslations('commentForm')
  return <span className="comment-mark">{t(`role.${role}`)}</span>
}
