import { notFound } from 'next/navigation'
import { DeskField } from '@/components/admin/admin-field'
import { DeskNotice } from '@/components/admin/admin-notice'
import { NewPasswordField } from '@/components/admin/people/new-password-field'
import { readLink } from '@/lib/auth/one-time-link'
import { accept } from './actions'

type Props = { params: Promise<{ token: string }>; searchParams: Promise<{ fault?: string }> }

/** Opening it accepts nothing: programs follow links in mails, too. The button does. */
export default async function InvitationPage({ params, searchParams }: Props) {
  const { token } = await params
  const { fault } = await searchParams
  if ((await readLink('invitation', token)) === undefined) notFound()
  return (
    <div className="desk-narrow">
      <h1>You are invited to be a moderator</h1>
      <p>You will judge comments and reply to them. Your name stands beside your replies, and nobody else may use it.</p>
      <DeskNotice fault={fault} />
      <form action={accept} className="desk-form">
        <input type="hidden" name="token" value={token} />
        <DeskField name="name" label="Name" autoComplete="name" maxLength={80} required hint="Shown in public." />
        <NewPasswordField name="password" label="Password" />
        <button type="submit" className="desk-button">
          Accept
        </button>
      </form>
    </div>
  )
}
