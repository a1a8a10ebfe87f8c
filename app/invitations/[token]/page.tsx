import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { AdminField, AdminForm } from '@/components/admin/admin-form'
import { AdminNotice } from '@/components/admin/admin-notice'
import { NewPasswordField } from '@/components/admin/new-password-field'
import { readInvitation } from '@/lib/auth/invitations'
import { readLink } from '@/lib/auth/one-time-link'
import { accept } from './actions'

type Props = { params: Promise<{ token: string }>; searchParams: Promise<{ error?: string }> }

/**
 * Opening this page does not accept the invitation, because mail software follows links. Only the
 * button does.
 */
export default async function InvitationPage({ params, searchParams }: Props) {
  const { token } = await params
  const { error } = await searchParams
  const { role } = readInvitation((await readLink('invitation', token)) ?? notFound())
  const t = await getTranslations('signIn')
  return (
    <div className="admin-narrow">
      <h1>{t('invitation.heading', { role })}</h1>
      <p>{t('invitation.about', { role })}</p>
      <AdminNotice error={error} />
      <AdminForm action={accept} fields={{ token }} submit={t('invitation.accept')}>
        <AdminField
          name="name"
          label={t('invitation.name')}
          autoComplete="name"
          maxLength={80}
          required
          hint={t('invitation.nameHint')}
        />
        <NewPasswordField name="password" label={t('password')} />
      </AdminForm>
    </div>
  )
}
