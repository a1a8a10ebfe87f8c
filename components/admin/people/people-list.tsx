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
  return (
    <ul className="admin-rows mt-6">
      {staff.map(({ id, name, role, since, lastUsed }) => (
        <li key={id}>
          <div>
            <p>
              <bdi>{name}</bdi>, {role}
            </p>
            <p className="admin-muted">
              Since <DateTime value={since} />
              {lastUsed && (
                <>
                  , last here <DateTime value={lastUsed} withTime />
                </>
              )}
            </p>
          </div>
          {role === 'moderator' && (
            <details>
              <summary className="admin-link">Remove …</summary>
              <form action={remove}>
                <input type="hidden" name="staff" value={id} />
                <button type="submit" className="admin-link">
                  Remove <bdi>{name}</bdi>
                </button>
              </form>
            </details>
          )}
        </li>
      ))}
      {invitations.map(({ id, address, until }) => (
        <li key={id}>
          <div>
            <p>
              <bdi>{address}</bdi>, invited
            </p>
            <p className="admin-muted">
              Until <DateTime value={until} withTime />
            </p>
          </div>
          <form action={withdraw}>
            <input type="hidden" name="invitation" value={id} />
            <button type="submit" className="admin-link">
              Withdraw
            </button>
          </form>
        </li>
      ))}
    </ul>
  )
}
