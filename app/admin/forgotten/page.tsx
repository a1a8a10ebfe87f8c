import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { AdminField } from '@/components/admin/admin-field'
import { AdminNotice } from '@/components/admin/admin-notice'
import { env } from '@/lib/env'
import { sendResetLink } from './actions'

type Props = { searchParams: Promise<{ fault?: string; done?: string }> }

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('signIn'))('reset.request') }
}

export default async function ForgottenPage({ searchParams }: Props) {
  const { fault, done } = await searchParams
  const t = await getTranslations('signIn')
  return (
    <div className="admin-narrow">
      <h1>{t('reset.request')}</h1>
      <AdminNotice fault={fault} done={done} />
      {env().SMTP_URL ? (
        <form action={sendResetLink} className="admin-form">
          <AdminField
            name="email"
            label={(await getTranslations('admin'))('email')}
            type="email"
            autoComplete="username"
            required
          />
          <button type="submit" className="admin-button">
            {t('reset.sendLink')}
          </button>
        </form>
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
