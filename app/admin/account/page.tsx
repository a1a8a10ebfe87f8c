import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { AdminField } from '@/components/admin/admin-field'
import { AdminNotice } from '@/components/admin/admin-notice'
import { NewPasswordField } from '@/components/admin/people/new-password-field'
import { SessionList } from '@/components/admin/people/session-list'
import { listSessions } from '@/lib/auth/session'
import { requireStaff } from '@/lib/http/session/require-staff'
import { changeOwnPassword, endAllOtherSessions, endOneSession } from './actions'

type Props = { searchParams: Promise<{ fault?: string; done?: string }> }

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('admin'))('sections.account') }
}

export default async function AccountPage({ searchParams }: Props) {
  const { fault, done } = await searchParams
  const t = await getTranslations('account')
  const actor = await requireStaff('/admin/account')
  return (
    <>
      <h1>{(await getTranslations('admin'))('sections.account')}</h1>
      <AdminNotice fault={fault} done={done} />
      <section className="admin-section">
        <h2>{t('sessions')}</h2>
        <SessionList
          sessions={await listSessions(actor)}
          end={endOneSession}
          endOthers={endAllOtherSessions}
        />
      </section>
      <section className="admin-section">
        <h2>{t('changePassword')}</h2>
        <form action={changeOwnPassword} className="admin-form">
          <AdminField
            name="password"
            label={t('currentPassword')}
            type="password"
            autoComplete="current-password"
            required
          />
          <NewPasswordField name="new_password" label={t('newPassword')} ends="others" />
          <AdminField
            name="repeated"
            label={t('repeatPassword')}
            type="password"
            autoComplete="new-password"
            required
          />
          <button type="submit" className="admin-button">
            {t('submit')}
          </button>
        </form>
      </section>
    </>
  )
}
