import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { AdminField } from '@/components/admin/admin-field'
import { AdminNotice } from '@/components/admin/admin-notice'
import { ownPath } from '@/lib/auth/sign-in'
import { signedIn } from '@/lib/http/session/signed-in'
import { signInToAdmin } from './actions'

type Props = { searchParams: Promise<{ next?: string; fault?: string; done?: string }> }

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('signIn'))('title') }
}

export default async function SignInPage({ searchParams }: Props) {
  const { next, fault, done } = await searchParams
  const path = ownPath(next)
  if (await signedIn()) redirect(path)
  const t = await getTranslations('signIn')
  return (
    <div className="admin-narrow">
      <h1>{t('heading')}</h1>
      <AdminNotice fault={fault} done={done} />
      <form action={signInToAdmin} className="admin-form">
        <input type="hidden" name="next" value={path} />
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
        <button type="submit" className="admin-button">
          {t('title')}
        </button>
      </form>
      <p className="admin-muted">
        <a href="/admin/forgotten">{t('forgot')}</a>
      </p>
    </div>
  )
}
