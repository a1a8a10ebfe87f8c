import type { Metadata } from 'next'
import { AdminField } from '@/components/admin/admin-field'
import { AdminNotice } from '@/components/admin/admin-notice'
import { env } from '@/lib/env'
import { sendResetLink } from './actions'

type Props = { searchParams: Promise<{ fault?: string; done?: string }> }

export const metadata: Metadata = { title: 'Forgotten password' }

export default async function ForgottenPage({ searchParams }: Props) {
  const { fault, done } = await searchParams
  return (
    <div className="admin-narrow">
      <h1>Forgotten password</h1>
      <AdminNotice fault={fault} done={done} />
      {env().SMTP_URL ? (
        <form action={sendResetLink} className="admin-form">
          <AdminField name="email" label="E-mail" type="email" autoComplete="username" required />
          <button type="submit" className="admin-button">
            Mail me a link
          </button>
        </form>
      ) : (
        <>
          <p>This blog sends no mail. The owner sets a new password on the server:</p>
          <pre className="whitespace-pre-wrap">
            <code>npm run owner:create -- --email …</code>
          </pre>
          <p>The owner can remove a moderator and invite them again.</p>
        </>
      )}
      <p className="admin-muted">
        <a href="/admin/sign-in">Back to the sign-in</a>
      </p>
    </div>
  )
}
