import type { ReactNode } from 'react'
import { getBlog } from '@/lib/settings/get-blog'
import { ownLanguage } from '@/lib/text/interface-language'
import './admin-shell.css'

/** The frame of pages for signed-out visitors: sign-in, invitations and password resets. */
export async function AloneFrame({ children }: { children: ReactNode }) {
  const { name, language } = await getBlog()
  return (
    <main id="content" className="admin-alone" lang="en" dir="ltr">
      <a href="/" lang={ownLanguage(language)}>
        <bdi>{name}</bdi>
      </a>
      <div className="admin">{children}</div>
    </main>
  )
}
