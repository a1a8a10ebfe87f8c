import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { AdminField } from '@/components/admin/admin-field'
import { AdminNotice } from '@/components/admin/admin-notice'
import { ownPath } from '@/lib/auth/sign-in'
import { signedIn } from '@/lib/http/session/signed-in'
import { signInToAdmin } from './actions'

type Props = { searchParams: Promise<{ next?: string; fault?: string; done?: string }> }

export const metadata: Metadata = { title: 'Sign in' }

export default async function SignInPage({ searchParams }: Props) {
  const { next, fault, done } = await searchParams
  const path = ownPath(next)
  if (await signedIn()) redirect(path)
  return (
    <div className="admin-narrow">
      <h1>Sign in to the admin area</h1>
      <AdminNotice fault={fault} done={done} />
      <form action={signInToAdmin} className="admin-form">
        <input type="hidden" name="next" value={path} />
        <AdminField name="email" label="E-mail" type="email" autoComplete="username" required />
        <AdminField
          name="password"
          label="Password"
          type="password"
          autoComplete="current-password"
          required
        />
        <button type="submit" className="admin-button">
          Sign in
        </button>
      </form>
      <p className="admin-muted">
        <a href="/admin/forgotten">Forgotten your password?</a>
      </p>
    </div>
  )
}
