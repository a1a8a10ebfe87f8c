import { notFound } from 'next/navigation'
import { AdminField } from '@/components/admin/admin-field'
import { AdminNotice } from '@/components/admin/admin-notice'
import { NewPasswordField } from '@/components/admin/people/new-password-field'
import { readLink } from '@/lib/auth/one-time-link'
import { accept } from './actions'

type Props = { params: Promise<{ token: string }>; searchParams: Promise<{ fault?: string }> }

/**
 * Opening this page does not accept the invitation, because mail software follows links. Only the
 * button does.
 */
export default async function InvitationPage({ params, searchParams }: Props) {
  const { token } = await params
  const { fault } = await searchParams
  if ((await readLink('invitation', token)) === undefined) notFound()
  return (
    <div className="admin-narrow">
      <h1>You are invited to be a moderator</h1>
      <p>
        You will moderate comments and reply to them. Your name is shown with your replies, and
        nobody else can use it.
      </p>
      <AdminNotice fault={fault} />
      <form action={accept} className="admin-form">
        <input type="hidden" name="token" value={token} />
        <AdminField
          name="name"
          label="Name"
          autoComplete="name"
          maxLength={80}
          required
          hint="Shown in public."
        />
        <NewPasswordField name="password" label="Password" />
        <button type="submit" className="admin-button">
          Accept
        </button>
      </form>
    </div>
  )
}
