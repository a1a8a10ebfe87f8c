import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { AdminNotice } from '@/components/admin/admin-notice'
import { InvitationForm } from '@/components/admin/people/invitation-form'
import { PeopleList } from '@/components/admin/people/people-list'
import { ClientMessages } from '@/components/i18n/client-messages'
import { listInvitations } from '@/lib/auth/invitations'
import { listStaff } from '@/lib/auth/staff'
import { env } from '@/lib/env'
import { requireStaff } from '@/lib/http/session/require-staff'
import { invite, remove, withdraw } from './actions'

type Props = { searchParams: Promise<{ fault?: string; done?: string }> }

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('admin'))('sections.people') }
}

export default async function PeoplePage({ searchParams }: Props) {
  const { fault, done } = await searchParams
  const actor = await requireStaff('/admin/people', 'owner')
  const [staff, invitations] = await Promise.all([listStaff(actor), listInvitations(actor)])
  const t = await getTranslations('people')
  return (
    <>
      <h1>{(await getTranslations('admin'))('sections.people')}</h1>
      <AdminNotice fault={fault} done={done} />
      <PeopleList staff={staff} invitations={invitations} remove={remove} withdraw={withdraw} />
      <section className="admin-section">
        <h2>{t('invite')}</h2>
        <p className="admin-muted">{t('role')}</p>
        <ClientMessages namespaces={['peopleClient', 'adminErrors']}>
          <InvitationForm invite={invite} isMailed={env().SMTP_URL !== undefined} />
        </ClientMessages>
      </section>
    </>
  )
}
