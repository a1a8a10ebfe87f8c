import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import '@/components/admin/admin-shell.css'

export const metadata: Metadata = { title: 'Invitation', robots: { index: false, follow: false } }

export const dynamic = 'force-dynamic'

/** Invitations look like the admin area they lead to. */
export default function InvitationLayout({ children }: { children: ReactNode }) {
  return (
    <div className="admin" lang="en" dir="ltr">
      {children}
    </div>
  )
}
