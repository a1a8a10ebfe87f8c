import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import '@/components/admin/admin-shell.css'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('signIn')
  return { title: t('invitation.title'), robots: { index: false, follow: false } }
}

export const dynamic = 'force-dynamic'

/** Uses the design of the admin area for invitations. */
export default function InvitationLayout({ children }: { children: ReactNode }) {
  return (
    <div className="admin" lang="en" dir="ltr">
      {children}
    </div>
  )
}
