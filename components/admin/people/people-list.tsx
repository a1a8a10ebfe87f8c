import { useTranslations } from 'next-intl'
import { richTags } from '@/components/i18n/rich-tags'
import { DateTime } from '@/components/ui/date-time'
import type { Invitation } from '@/lib/auth/invitations'
import type { StaffMember } from '@/lib/auth/staff'

type Act = (form: FormData) => Promise<never>
type Props = { staff: StaffMember[]; invitations: Invitation[]; remove: Act; withdraw: Act }

/**
 * Lists staff members and invitations. Removal is inside a closed disclosure, so it takes more than
 * one click.
 */
export function PeopleList({ staff, invitations, remove, withdraw }: Props) {
  const t = useTranslations('people')
  return (
    <ul className="admin-rows mt-6">
      {staff.map(({ id, name, role, since, lastUsed }) => (
        <li key={id}>
          <div>
            <p>{t.rich('member', { ...richTags, name, role })}</p>
            <p className="admin-muted">
              {t.rich('since', { date: () => <DateTime value={since} /> })}
              {lastUsed &&
                t.rich('lastActive', { date: () => <DateTime value={lastUsed} withTime /> })}
            </p>
          </div>
          {role === 'moderator' && (
            <details>
              <summary className="admin-link">{t('remove')}</summary>
              <form action={remove}>
                <input type="hidden" name="staff" value={id} />
                <button type="submit" className="admin-link">
                  {t.rich('removeName', { ...richTags, name })}
                </button>
              </form>
            </details>
          )}
        </li>
      ))}
      {invitations.map(({ id, address, until }) => (
        <li key={id}>
          <div>
            <p>{t.rich('invited', { ...richTags, address })}</p>
            <p className="admin-muted">
              {t.rich('until', { date: () => <DateTime value={until} withTime /> })}
            </p>
          </div>
          <form action={withdraw}>
            <input type="hidden" name="invitation" value={id} />
            <button type="submit" className="admin-link">
              {t('withdraw')}
            </button>
          </form>
        </li>
      ))}
    </ul>
  )
}
