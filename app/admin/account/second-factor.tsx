import { getTranslations } from 'next-intl/server'
import { renderSVG } from 'uqr'
import { AdminField, AdminForm, ButtonForm } from '@/components/admin/admin-form'
import { AdminSection } from '@/components/admin/admin-page'
import { CopyField } from '@/components/admin/copy-field'
import { ClientMessages } from '@/components/i18n/client-messages'
import type { SecondFactor } from '@/lib/auth/second-factor'
import { removeOwnSecondFactor, requestRecoveryCodes, startOwnSecondFactor } from './actions'
import { RecoveryCodes } from './recovery-codes'

/** Turns two-factor authentication on and off. */
export async function SecondFactorSection({ factor }: { factor: SecondFactor }) {
  const t = await getTranslations('account.secondFactor')
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
        <ClientMessages namespaces={['adminErrors', 'copyField', 'recoveryCodes']}>
          <p>{factor.state === 'on' ? t('on', { left: factor.recoveryCodes }) : t('scan')}</p>
          {/* One element for both states: without JavaScript, React shows the result of the first
              form at the same position in the next page. */}
          <RecoveryCodes
            request={requestRecoveryCodes}
            {...(factor.state === 'on' && { summary: t('renew') })}
          >
            {factor.state === 'on' ? (
              <PasswordField id="renew-password" />
            ) : (
              <AuthenticatorFields {...factor} />
            )}
          </RecoveryCodes>
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
        </ClientMessages>
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
