import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { DeskField } from '@/components/admin/admin-field'
import { DeskNotice } from '@/components/admin/admin-notice'
import { ownPath } from '@/lib/auth/redirect-target'
import { signedIn } from '@/lib/http/session/signed-in'
import { signInAtDesk } from './actions'

type Props = { searchParams: Promise<{ next?: string; fault?: string; done?: string }> }

export const metadata: Metadata = { title: 'Sign in' }

export default async function SignInPage({ searchParams }: Props) {
  const { next, fault, done } = await searchParams
  const path = ownPath(next)
  if (await signedIn()) redirect(path)
  return (
    <div className="desk-narrow">
      <h1>Sign in to the desk</h1>
      <DeskNotice fault={fault} done={done} />
      <form action={signInAtDesk} className="desk-form">
        <input type="hidden" name="next" value={path} />
        <DeskField name="email" label="E-mail" type="email" autoComplete="username" required />
        <DeskField name="password" label="Password" type="password" autoComplete="current-password" required />
        <button type="submit" className="desk-button">
          Sign in
        </button>
      </form>
      <p className="desk-muted">
        <a href="/desk/forgotten">Forgotten your password?</a>
      </p>
    </div>
  )
}
