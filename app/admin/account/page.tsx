import { getTranslations } from 'next-intl/server'
import { AdminForm, ButtonForm } from '@/components/admin/admin-form'
import {
  type AdminPageProps,
  AdminSection,
  SectionHead,
  sectionMetadata,
} from '@/components/admin/admin-page'
import { NewPasswordField, RepeatPasswordField } from '@/components/admin/new-password-field'
import { describeDevice } from '@/components/admin/people/describe-device'
import { DateTime } from '@/components/ui/date-time'
import { getSecondFactor } from '@/lib/auth/second-factor'
import { listSessions } from '@/lib/auth/session'
import { requireStaff } from '@/lib/http/session/require-staff'
import { changeOwnPassword, endAllOtherSessions, endOneSession, signOut } from './actions'
import { PasswordField, SecondFactorSection } from './second-factor'

export const generateMetadata = sectionMetadata('account')

export default async function AccountPage({ searchParams }: AdminPageProps) {
  const [t, admin] = await Promise.all([getTranslations('account'), getTranslations('admin')])
  const actor = await requireStaff('/admin/account')
  const [sessions, factor] = await Promise.all([listSessions(actor), getSecondFactor(actor)])
  return (
    <>
      <SectionHead name="account" actor={actor} searchParams={searchParams} />
      <AdminSection title={t('sessions')}>
        <ul className="admin-rows">
          {sessions.map(({ id, userAgent, since, lastUsed, isOwn }) => (
            <li key={id}>
              <div>
                <p>
                  {describeDevice(userAgent, t)} {isOwn && <strong>{t('current')}</strong>}
                </p>
                <p className="admin-muted">
                  {t.rich('times', {
                    since: () => <DateTime value={since} withTime />,
                    used: () => <DateTime value={lastUsed} withTime />,
                  })}
                </p>
              </div>
              {isOwn ? (
                <ButtonForm action={signOut}>{admin('signOut')}</ButtonForm>
              ) : (
                <ButtonForm action={endOneSession} fields={{ session: id }}>
                  {t('end')}
                </ButtonForm>
              )}
            </li>
          ))}
        </ul>
        {sessions.length > 1 && (
          <ButtonForm action={endAllOtherSessions} className="admin-button">
            {t('endOthers')}
          </ButtonForm>
        )}
      </AdminSection>
      <AdminSection title={t('changePassword')}>
        <AdminForm action={changeOwnPassword} submit={t('submit')}>
          <PasswordField />
          <NewPasswordField name="new_password" label={t('newPassword')} ends="others" />
          <RepeatPasswordField />
        </AdminForm>
      </AdminSection>
      <SecondFactorSection factor={factor} />
    </>
  )
}
