import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { signOut } from '@/app/admin/account/actions'
import { ButtonForm } from '@/components/admin/admin-form'
import { adminSections } from '@/components/admin/admin-page'
import { SectionLink } from '@/components/admin/section-link'
import { hasRole } from '@/lib/auth/actor'
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
  const t = await getTranslations('admin')
  return (
    <div className="admin" lang="en" dir="ltr">
      {actor && (
        <header className="admin-bar">
          <nav aria-label={t('label')}>
            <ul>
              {adminSections
                .filter(({ role }) => hasRole(actor, role))
                .map(({ name }) => (
                  <li key={name}>
                    <SectionLink href={`/admin/${name}`} text={t(`sections.${name}`)} />
                  </li>
                ))}
            </ul>
          </nav>
          <div className="admin-who">
            <bdi>{actor.name}</bdi>
            <ButtonForm action={signOut}>{t('signOut')}</ButtonForm>
          </div>
        </header>
      )}
      {children}
    </div>
  )
}
