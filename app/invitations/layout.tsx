import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import '@/components/admin/admin-shell.css'

export const metadata: Metadata = { title: 'Invitation', robots: { index: false, follow: false } }

export const dynamic = 'force-dynamic'

/** Uses the design of the admin area for invitations. */
export default function InvitationLayout({ children }: { children: ReactNode }) {
  return (
    <div className="admin" lang="en" dir="ltr">
      {children}
    </div>
  )
}
