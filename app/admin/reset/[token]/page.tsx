import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { AdminField } from '@/components/admin/admin-field'
import { AdminNotice } from '@/components/admin/admin-notice'
import { NewPasswordField } from '@/components/admin/people/new-password-field'
import { readLink } from '@/lib/auth/one-time-link'
import { setPasswordAnew } from './actions'

type Props = { params: Promise<{ token: string }>; searchParams: Promise<{ fault?: string }> }

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('signIn'))('reset.title') }
}

/** Opening this page changes nothing, because mail software follows links. Only the button does. */
export default async function ResetPage({ params, searchParams }: Props) {
  const { token } = await params
  const { fault } = await searchParams
  if ((await readLink('password-reset', token)) === undefined) notFound()
  const [t, account] = await Promise.all([getTranslations('signIn'), getTranslations('account')])
  return (
    <div className="admin-narrow">
      <h1>{t('reset.title')}</h1>
      <AdminNotice fault={fault} />
      <form action={setPasswordAnew} className="admin-form">
        <input type="hidden" name="token" value={token} />
        <NewPasswordField name="new_password" label={account('newPassword')} ends="all" />
        <AdminField
          name="repeated"
          label={account('repeatPassword')}
          type="password"
          autoComplete="new-password"
          required
        />
        <button type="submit" className="admin-button">
          {t('reset.submit')}
        </button>
      </form>
    </div>
  )
}
