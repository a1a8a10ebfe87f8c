import { getTranslations } from 'next-intl/server'
import { renderSVG } from 'uqr'
import { AdminField, AdminForm, ButtonForm } from '@/components/admin/admin-form'
import { AdminSection } from '@/components/admin/admin-page'
import { CopyField } from '@/components/admin/copy-field'
import { ClientMessages } from '@/components/i18n/client-messages'
import type { SecondFactor } from '@/lib/auth/second-factor'
import {
  confirmOwnSecondFactor,
  removeOwnSecondFactor,
  renewOwnRecoveryCodes,
  startOwnSecondFactor,
} from './actions'
import { RecoveryCodes } from './recovery-codes'

/** Turns two-factor authentication on and off. */
export async function SecondFactorSection({ factor }: { factor: SecondFactor }) {
  const t = await getTranslations('account.secondFactor')
  return (
    <AdminSection title={t('title')}>
      <ClientMessages namespaces={['adminErrors', 'copyField', 'recoveryCodes']}>
        {factor.state === 'off' && (
          <>
            <p className="admin-muted">{t('about')}</p>
            <ButtonForm action={startOwnSecondFactor} className="admin-button">
              {t('start')}
            </ButtonForm>
          </>
        )}
        {factor.state === 'unconfirmed' && <Confirmation {...factor} />}
        {factor.state === 'on' && <Codes left={factor.recoveryCodes} />}
      </ClientMessages>
    </AdminSection>
  )
}

type ConfirmationProps = { secret: string; uri: string }

async function Confirmation({ secret, uri }: ConfirmationProps) {
  const t = await getTranslations('account.secondFactor')
  return (
    <>
      <RecoveryCodes request={confirmOwnSecondFactor}>
        <p>{t('scan')}</p>
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
      </RecoveryCodes>
      <ButtonForm action={removeOwnSecondFactor}>{t('cancel')}</ButtonForm>
    </>
  )
}

async function Codes({ left }: { left: number }) {
  const t = await getTranslations('account')
  const password = (
    <AdminField
      name="password"
      label={t('currentPassword')}
      type="password"
      autoComplete="current-password"
      required
    />
  )
  return (
    <>
      <p>{t('secondFactor.on', { left })}</p>
      <details>
        <summary className="admin-link">{t('secondFactor.renew')}</summary>
        <RecoveryCodes request={renewOwnRecoveryCodes}>{password}</RecoveryCodes>
      </details>
      <details>
        <summary className="admin-link">{t('secondFactor.remove')}</summary>
        <AdminForm action={removeOwnSecondFactor} submit={t('secondFactor.remove')}>
          {password}
        </AdminForm>
      </details>
    </>
  )
}
