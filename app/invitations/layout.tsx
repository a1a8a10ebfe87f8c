import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { AloneFrame } from '@/components/admin/alone-frame'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('signIn')
  return { title: t('invitation.title'), robots: { index: false, follow: false } }
}

export const dynamic = 'force-dynamic'

export default function InvitationLayout({ children }: { children: ReactNode }) {
  return <AloneFrame>{children}</AloneFrame>
}
