import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { AdminField } from '@/components/admin/admin-field'
import { AdminNotice } from '@/components/admin/admin-notice'
import { NewPasswordField } from '@/components/admin/people/new-password-field'
import { readLink } from '@/lib/auth/one-time-link'
import { setPasswordAnew } from './actions'

type Props = { params: Promise<{ token: string }>; searchParams: Promise<{ fault?: string }> }

export const metadata: Metadata = { title: 'A new password' }

/** Opening this page changes nothing, because mail software follows links. Only the button does. */
export default async function ResetPage({ params, searchParams }: Props) {
  const { token } = await params
  const { fault } = await searchParams
  if ((await readLink('password-reset', token)) === undefined) notFound()
  return (
    <div className="admin-narrow">
      <h1>A new password</h1>
      <AdminNotice fault={fault} />
      <form action={setPasswordAnew} className="admin-form">
        <input type="hidden" name="token" value={token} />
        <NewPasswordField
          name="new_password"
          label="New password"
          consequence="All your sessions end."
        />
        <AdminField
          name="repeated"
          label="Repeat the new password"
          type="password"
          autoComplete="new-password"
          required
        />
        <button type="submit" className="admin-button">
          Set it
        </button>
      </form>
    </div>
  )
}
