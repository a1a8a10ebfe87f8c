import { getTranslations } from 'next-intl/server'
import { renderSVG } from 'uqr'
import { AdminField, AdminForm, ButtonForm } from '@/components/admin/admin-form'
import { AdminSection } from '@/components/admin/admin-page'
import { CopyField } from '@/components/admin/copy-field'
import { SecretForm } from '@/components/admin/secret-form'
import type { SecondFactor } from '@/lib/auth/second-factor'
import { removeOwnSecondFactor, requestRecoveryCodes, startOwnSecondFactor } from './actions'

/** Turns two-factor authentication on and off. */
export async function SecondFactorSection({ factor }: { factor: SecondFactor }) {
  const t = await getTranslations('account.secondFactor')
  const codes = await getTranslations('recoveryCodes')
  return (
    <AdminSection title={t('title')}>
      {factor.state === 'off' ? (
        <>
          <p className="admin-muted">{t('about')}</p>
          <AdminForm action={startOwnSecondFactor} submit={t('start')}>
            <PasswordField id="start-password" />
          </AdminForm>
        </>
      ) : (
        <>
          <p>{factor.state === 'on' ? t('on', { left: factor.recoveryCodes }) : t('scan')}</p>
          {/* One element for both states: without JavaScript, React shows the result of the first
              form at the same position in the next page. */}
          <SecretForm
            action={requestRecoveryCodes}
            submit={codes('submit')}
            label={codes('label')}
            about={codes('about')}
            done={
              <a href="/admin/account" className="admin-button mt-3">
                {codes('done')}
              </a>
            }
            summary={factor.state === 'on' ? t('renew') : undefined}
          >
            {factor.state === 'on' ? (
              <PasswordField id="renew-password" />
            ) : (
              <AuthenticatorFields {...factor} />
            )}
          </SecretForm>
          {factor.state === 'on' ? (
            <details>
              <summary className="admin-link">{t('remove')}</summary>
              <AdminForm action={removeOwnSecondFactor} submit={t('remove')}>
                <PasswordField id="remove-password" />
              </AdminForm>
            </details>
          ) : (
            <ButtonForm action={removeOwnSecondFactor}>{t('cancel')}</ButtonForm>
          )}
        </>
      )}
    </AdminSection>
  )
}

async function AuthenticatorFields({ secret, uri }: { secret: string; uri: string }) {
  const t = await getTranslations('account.secondFactor')
  return (
    <>
      <img
        className="admin-qr"
        alt={t('qrCode')}
        width={200}
        height={200}
        src={`data:image/svg+xml,${encodeURIComponent(renderSVG(uri, { border: 2 }))}`}
      />
      <CopyField text={secret} label={t('key')} />
      <AdminField
        name="code"
        label={t('code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        required
      />
    </>
  )
}

/** The field for the current password. */
export async function PasswordField({ id }: { id?: string }) {
  const t = await getTranslations('account')
  return (
    <AdminField
      id={id}
      name="password"
      label={t('currentPassword')}
      type="password"
      autoComplete="current-password"
      required
    />
  )
}
