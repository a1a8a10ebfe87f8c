import { getTranslations } from 'next-intl/server'
import { ButtonForm } from '@/components/admin/admin-form'
import {
  type AdminPageProps,
  AdminSection,
  SectionHead,
  sectionMetadata,
} from '@/components/admin/admin-page'
import { InvitationForm } from '@/components/admin/people/invitation-form'
import { ClientMessages } from '@/components/i18n/client-messages'
import { richTags } from '@/components/i18n/rich-tags'
import { DateTime } from '@/components/ui/date-time'
import { listInvitations } from '@/lib/auth/invitations'
import { listStaff } from '@/lib/auth/staff'
import { env } from '@/lib/env'
import { requireStaff } from '@/lib/http/session/require-staff'
import { invite, remove, withdraw } from './actions'

export const generateMetadata = sectionMetadata('people')

/** Lists staff members and invitations. Removing a moderator takes two clicks. */
export default async function PeoplePage({ searchParams }: AdminPageProps) {
  const actor = await requireStaff('/admin/people', 'owner')
  const [staff, invitations] = await Promise.all([listStaff(actor), listInvitations(actor)])
  const t = await getTranslations('people')
  return (
    <>
      <SectionHead name="people" searchParams={searchParams} />
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
                <ButtonForm action={remove} fields={{ staff: id }}>
                  {t.rich('removeName', { ...richTags, name })}
                </ButtonForm>
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
            <ButtonForm action={withdraw} fields={{ invitation: id }}>
              {t('withdraw')}
            </ButtonForm>
          </li>
        ))}
      </ul>
      <AdminSection title={t('invite')}>
        <p className="admin-muted">{t('role')}</p>
        <ClientMessages namespaces={['peopleClient', 'adminErrors']}>
          <InvitationForm invite={invite} isMailed={env().SMTP_URL !== undefined} />
        </ClientMessages>
      </AdminSection>
    </>
  )
}
