import { useTranslations } from 'next-intl'
import type { StaffRole } from '@/lib/auth/actor'

/** The badge beside the name of a staff member. */
export function StaffMark({ role }: { role: StaffRole }) {
  const t = useTranslations('commentForm')
  return <span className="comment-mark">{t(`role.${role}`)}</span>
}
