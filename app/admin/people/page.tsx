import type { Metadata } from 'next'
import { AdminNotice } from '@/components/admin/admin-notice'
import { InvitationForm } from '@/components/admin/people/invitation-form'
import { PeopleList } from '@/components/admin/people/people-list'
import { listInvitations } from '@/lib/auth/invitations'
import { listStaff } from '@/lib/auth/staff'
import { env } from '@/lib/env'
import { requireStaff } from '@/lib/http/session/require-staff'
import { invite, remove, withdraw } from './actions'

type Props = { searchParams: Promise<{ fault?: string; done?: string }> }

export const metadata: Metadata = { title: 'People' }

export default async function PeoplePage({ searchParams }: Props) {
  const { fault, done } = await searchParams
  const actor = await requireStaff('/admin/people', 'owner')
  const [staff, invitations] = await Promise.all([listStaff(actor), listInvitations(actor)])
  return (
    <>
      <h1>People</h1>
      <AdminNotice fault={fault} done={done} />
      <PeopleList staff={staff} invitations={invitations} remove={remove} withdraw={withdraw} />
      <section className="admin-section">
        <h2>Invite a moderator</h2>
        <p className="admin-muted">
          Moderators can moderate comments and reply to them. Only you can manage settings and
          people.
        </p>
        <InvitationForm invite={invite} isMailed={env().SMTP_URL !== undefined} />
      </section>
    </>
  )
}
