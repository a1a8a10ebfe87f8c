import type { Metadata } from 'next'
import { AdminField } from '@/components/admin/admin-field'
import { AdminNotice } from '@/components/admin/admin-notice'
import { NewPasswordField } from '@/components/admin/people/new-password-field'
import { SessionList } from '@/components/admin/people/session-list'
import { listSessions } from '@/lib/auth/session'
import { requireStaff } from '@/lib/http/session/require-staff'
import { changeOwnPassword, endAllOtherSessions, endOneSession } from './actions'

type Props = { searchParams: Promise<{ fault?: string; done?: string }> }

export const metadata: Metadata = { title: 'Account' }

export default async function AccountPage({ searchParams }: Props) {
  const { fault, done } = await searchParams
  const actor = await requireStaff('/admin/account')
  return (
    <>
      <h1>Account</h1>
      <AdminNotice fault={fault} done={done} />
      <section className="admin-section">
        <h2>Where you are signed in</h2>
        <SessionList
          sessions={await listSessions(actor)}
          end={endOneSession}
          endOthers={endAllOtherSessions}
        />
      </section>
      <section className="admin-section">
        <h2>Change your password</h2>
        <form action={changeOwnPassword} className="admin-form">
          <AdminField
            name="password"
            label="Current password"
            type="password"
            autoComplete="current-password"
            required
          />
          <NewPasswordField
            name="new_password"
            label="New password"
            consequence="All your other sessions end."
          />
          <AdminField
            name="repeated"
            label="Repeat the new password"
            type="password"
            autoComplete="new-password"
            required
          />
          <button type="submit" className="admin-button">
            Change it
          </button>
        </form>
      </section>
    </>
  )
}
