import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { AdminField, AdminForm } from '@/components/admin/admin-form'
import { AdminNotice } from '@/components/admin/admin-notice'
import { type AdminPageProps, titleMetadata } from '@/components/admin/admin-page'
import { safeAdminPath } from '@/lib/auth/sign-in'
import { signedIn } from '@/lib/http/session/signed-in'
import { signInToAdmin } from './actions'

export const generateMetadata = titleMetadata((t) => t('signIn.title'))

export default async function SignInPage({ searchParams }: AdminPageProps) {
  const { next: nextParam, error, done } = await searchParams
  const next = safeAdminPath(nextParam)
  if (await signedIn()) redirect(next)
  const t = await getTranslations('signIn')
  return (
    <div className="admin-narrow">
      <h1>{t('heading')}</h1>
      <AdminNotice error={error} done={done} />
      <AdminForm action={signInToAdmin} fields={{ next }} submit={t('title')}>
        <AdminField
          name="email"
          label={(await getTranslations('admin'))('email')}
          type="email"
          autoComplete="username"
          required
        />
        <AdminField
          name="password"
          label={t('password')}
          type="password"
          autoComplete="current-password"
          required
        />
      </AdminForm>
      <p className="admin-muted">
        <a href="/admin/forgotten">{t('forgot')}</a>
      </p>
    </div>
  )
}
