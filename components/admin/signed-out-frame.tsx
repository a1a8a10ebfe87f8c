import { getLocale } from 'next-intl/server'
import type { ReactNode } from 'react'
import { ContentLang } from '@/components/ui/content-lang'
import { getBlog } from '@/lib/settings/get-blog'
import { directionOf } from '@/lib/settings/language'
import './admin-shell.css'

/** The frame of pages for signed-out visitors: sign-in, invitations and password resets. */
export async function SignedOutFrame({ children }: { children: ReactNode }) {
  const [{ name }, locale] = await Promise.all([getBlog(), getLocale()])
  return (
    <main id="content" className="admin-signed-out" lang={locale} dir={directionOf(locale)}>
      <a href="/">
        <ContentLang>{name}</ContentLang>
      </a>
      <div className="admin">{children}</div>
    </main>
  )
}
