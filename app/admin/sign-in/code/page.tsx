import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { AdminField, AdminForm } from '@/components/admin/admin-form'
import { AdminNotice } from '@/components/admin/admin-notice'
import { type AdminPageProps, titleMetadata } from '@/components/admin/admin-page'
import { safeAdminPath } from '@/lib/auth/sign-in'
import { signInPath } from '@/lib/http/session/require-staff'
import { currentChallenge } from '@/lib/http/session/sign-in-challenge'
import { enterSignInCode } from './actions'

export const generateMetadata = titleMetadata((t) => t('signIn.code.title'))

/** Asks a staff member for the second factor after the correct password. */
export default async function SignInCodePage({ searchParams }: AdminPageProps) {
  const { next: nextParam, error } = await searchParams
  const next = safeAdminPath(nextParam)
  if (!(await currentChallenge())) redirect(signInPath(next))
  const t = await getTranslations('signIn')
  return (
    <div className="admin-narrow">
      <h1>{t('code.title')}</h1>
      <AdminNotice error={error} />
      <AdminForm action={enterSignInCode} fields={{ next }} submit={t('title')}>
        <AdminField
          name="code"
          label={t('code.label')}
          hint={t('code.hint')}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
      </AdminForm>
      <p className="admin-muted">{t('code.lost')}</p>
    </div>
  )
}
