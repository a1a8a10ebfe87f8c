import type { Metadata, Viewport } from 'next'
import type { ReactNode } from 'react'
import { commentFeedPath } from '@/components/comments/comment-path'
import { SiteFooter } from '@/components/ui/site-footer'
import { SiteHeader } from '@/components/ui/site-header'
import { env } from '@/lib/env'
import { sans, serif } from './fonts'
import './theme.css'
import './prose.css'
import './embeds.css'
import '@/components/comments/comments.css'
import '@/components/comments/comment-form.css'
import '@/components/link-previews/link-previews.css'

export function generateMetadata(): Metadata {
  const { SITE_URL } = env()
  return {
    title: { default: 'Afterword', template: '%s · Afterword' },
    description: 'The blog that owns its conversation.',
    ...(SITE_URL && { metadataBase: new URL(SITE_URL) }),
  }
}

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#fbf9f5' },
    { media: '(prefers-color-scheme: dark)', color: '#171411' },
  ],
}

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" className={`${serif.variable} ${sans.variable}`}>
      <body>
        <link rel="alternate" type="application/atom+xml" href={commentFeedPath()} title="All comments" />
        <a href="#content" className="sr-only font-sans focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:bg-paper focus:p-3">
          Skip to the content
        </a>
        <SiteHeader />
        <main id="content" className="mx-auto max-w-measure px-5">
          {children}
        </main>
        <SiteFooter />
      </body>
    </html>
  )
}
