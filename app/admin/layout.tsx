import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { signOut } from '@/app/admin/account/actions'
import { AdminBar } from '@/components/admin/admin-bar'
import { signedIn } from '@/lib/http/session/signed-in'
import '@/components/admin/admin-shell.css'

export const metadata: Metadata = { robots: { index: false, follow: false } }

export const dynamic = 'force-dynamic'

/**
 * The layout of the admin area, which is always in English. It does not check permissions: every
 * page and action checks the session itself.
 */
export default async function AdminLayout({ children }: { children: ReactNode }) {
  const actor = await signedIn()
  return (
    <div className="admin" lang="en" dir="ltr">
      {actor && (
        <AdminBar
          name={actor.name}
          isOwner={actor.role === 'owner'}
          signOut={
            <form action={signOut}>
              <button type="submit" className="admin-link">
                {(await getTranslations('admin'))('signOut')}
              </button>
            </form>
          }
        />
      )}
      {children}
    </div>
  )
}
