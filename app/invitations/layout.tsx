import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { SignedOutFrame } from '@/components/admin/signed-out-frame'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('signIn')
  return { title: t('invitation.title'), robots: { index: false, follow: false } }
}

export const dynamic = 'force-dynamic'

export default function InvitationLayout({ children }: { children: ReactNode }) {
  return <SignedOutFrame>{children}</SignedOutFrame>
}
