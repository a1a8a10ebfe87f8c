import type { Metadata } from 'next'
import { DeskNotice } from '@/components/admin/admin-notice'
import { InvitationForm } from '@/components/admin/people/invitation-form'
import { PeopleList } from '@/components/admin/people/people-list'
import { listInvitations, listStaff } from '@/lib/auth/list-staff'
import { env } from '@/lib/env'
import { requireStaff } from '@/lib/http/session/require-staff'
import { invite, remove, withdraw } from './actions'

type Props = { searchParams: Promise<{ fault?: string; done?: string }> }

export const metadata: Metadata = { title: 'People' }

export default async function PeoplePage({ searchParams }: Props) {
  const { fault, done } = await searchParams
  const actor = await requireStaff('/desk/people', 'owner')
  const [staff, invitations] = await Promise.all([listStaff(actor), listInvitations(actor)])
  return (
    <>
      <h1>People</h1>
      <DeskNotice fault={fault} done={done} />
      <PeopleList staff={staff} invitations={invitations} remove={remove} withdraw={withdraw} />
      <section className="desk-section">
        <h2>Invite a moderator</h2>
        <p className="desk-muted">Moderators judge comments and reply to them. Settings and people stay yours.</p>
        <InvitationForm invite={invite} isMailed={env().SMTP_URL !== undefined} />
      </section>
    </>
  )
}
