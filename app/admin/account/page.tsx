import { getTranslations } from 'next-intl/server'
import { sectionPage } from '@/app/admin/section-page'
import { AdminField, AdminForm, ButtonForm } from '@/components/admin/admin-form'
import { AdminSection, sectionMetadata } from '@/components/admin/admin-page'
import { NewPasswordField, RepeatPasswordField } from '@/components/admin/new-password-field'
import { describeDevice } from '@/components/admin/people/describe-device'
import { SettingsForm } from '@/components/admin/settings/settings-form'
import { DateTime } from '@/components/ui/date-time'
import { getSecondFactor } from '@/lib/auth/second-factor'
import { listSessions } from '@/lib/auth/session'
import { availableLanguages } from '@/lib/i18n/languages'
import {
  changeLanguage,
  changeName,
  changeOwnPassword,
  endAllOtherSessions,
  endOneSession,
  signOut,
} from './actions'
import { PasswordField, SecondFactorSection } from './second-factor'

export const generateMetadata = sectionMetadata('account')

export default sectionPage('account', async (actor, { at }) => {
  const [sessions, factor] = await Promise.all([listSessions(actor), getSecondFactor(actor)])
  const [t, admin] = await Promise.all([getTranslations('account'), getTranslations('admin')])
  return (
    <>
      <AdminSection title={t('name')}>
        <SettingsForm
          key={at}
          save={changeName}
          submit={t('changeName')}
          fields={[
            {
              name: 'name',
              label: t('name'),
              hint: t(actor.role === 'writer' ? 'nameHint' : 'nameHintWithoutPosts'),
              defaultValue: actor.name,
              maxLength: 80,
              autoComplete: 'name',
              dir: 'auto',
              required: true,
            },
          ]}
        />
      </AdminSection>
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
      <AdminSection title={t('language')}>
        <AdminForm action={changeLanguage} submit={admin('save')}>
          <AdminField name="language" label={t('language')} defaultValue={actor.language ?? ''}>
            <option value="">{t('languageOfBlog')}</option>
            {availableLanguages.map(({ tag, name, reviewed }) => (
              <option key={tag} value={tag} lang={reviewed ? tag : undefined}>
                {reviewed ? name : t('unreviewed', { name })}
              </option>
            ))}
          </AdminField>
        </AdminForm>
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
})
