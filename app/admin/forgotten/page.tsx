import { getTranslations } from 'next-intl/server'
import { AdminField, AdminForm } from '@/components/admin/admin-form'
import { AdminNotice } from '@/components/admin/admin-notice'
import { type AdminPageProps, titleMetadata } from '@/components/admin/admin-page'
import { env } from '@/lib/env'
import { sendResetLink } from './actions'

export const generateMetadata = titleMetadata((t) => t('signIn.reset.request'))

export default async function ForgottenPage({ searchParams }: AdminPageProps) {
  const { error, done } = await searchParams
  const t = await getTranslations('signIn')
  return (
    <div className="admin-narrow">
      <h1>{t('reset.request')}</h1>
      <AdminNotice error={error} done={done} />
      {env().SMTP_URL ? (
        <AdminForm action={sendResetLink} submit={t('reset.sendLink')}>
          <AdminField
            name="email"
            label={(await getTranslations('admin'))('email')}
            type="email"
            autoComplete="username"
            required
          />
        </AdminForm>
      ) : (
        <>
          <p>{t('reset.noMail')}</p>
          <pre className="whitespace-pre-wrap">
            <code>{'npm run owner:create -- --email …'}</code>
          </pre>
          <p>{t('reset.moderators')}</p>
        </>
      )}
      <p className="admin-muted">
        <a href="/admin/sign-in">{t('back')}</a>
      </p>
    </div>
  )
}
