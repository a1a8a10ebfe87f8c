import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { AdminForm } from '@/components/admin/admin-form'
import { AdminNotice } from '@/components/admin/admin-notice'
import { titleMetadata } from '@/components/admin/admin-page'
import { NewPasswordField, RepeatPasswordField } from '@/components/admin/new-password-field'
import { readLink } from '@/lib/auth/one-time-link'
import { setNewPassword } from './actions'

type Props = { params: Promise<{ token: string }>; searchParams: Promise<{ error?: string }> }

export const generateMetadata = titleMetadata((t) => t('signIn.reset.title'))

/** Opening this page changes nothing, because mail software follows links. Only the button does. */
export default async function ResetPage({ params, searchParams }: Props) {
  const { token } = await params
  if ((await readLink('password-reset', token)) === undefined) notFound()
  const [t, account] = await Promise.all([getTranslations('signIn'), getTranslations('account')])
  return (
    <div className="admin-narrow">
      <h1>{t('reset.title')}</h1>
      <AdminNotice error={(await searchParams).error} />
      <AdminForm action={setNewPassword} fields={{ token }} submit={t('reset.submit')}>
        <NewPasswordField name="new_password" label={account('newPassword')} ends="all" />
        <RepeatPasswordField />
      </AdminForm>
    </div>
  )
}
