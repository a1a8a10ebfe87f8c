import type { Metadata, Viewport } from 'next'
import { getTranslations } from 'next-intl/server'
import type { CSSProperties, ReactNode } from 'react'
import { ErrorMessage } from '@/components/ui/error-message'
import { FailedMessage } from '@/components/ui/failed-message'
import { shareImageSize } from '@/components/ui/share-image-size'
import { themeColors } from '@/components/ui/theme-colors'
import { env } from '@/lib/env'
import { interfaceLocale } from '@/lib/i18n/languages'
import { getBlog } from '@/lib/settings/get-blog'
import { ibmPlexMono, instrumentSans, newsreader } from './fonts'
import './theme.css'
import './prose.css'
import './embeds.css'
import '@/components/comments/comments.css'
import '@/components/comments/comment-form.css'
import '@/components/link-previews/link-previews.css'
import '@/components/posts/posts.css'
import '@/components/posts/post-text.css'
import '@/components/search/search.css'
import '@/components/ui/site-header.css'
import './writing-systems.css'
import './print.css'

/**
 * Revalidation interval of all static pages, in seconds. Limits how long pages can be outdated
 * where no write revalidates them: scheduled posts, view counts, and the blog's name, which a build
 * may not know.
 */
export const revalidate = 300

export async function generateMetadata(): Promise<Metadata> {
  const { SITE_URL } = env()
  const { name, author, description } = await getBlog()
  return {
    title: { default: name, template: `%s · ${name.replaceAll('%s', '% s')}` },
    ...(description !== '' && { description }),
    ...(author !== '' && { authors: [{ name: author }] }),
    applicationName: name,
    manifest: '/manifest.webmanifest',
    ...(SITE_URL && {
      metadataBase: new URL(SITE_URL),
      openGraph: {
        siteName: name,
        images: [{ url: '/opengraph-image', ...shareImageSize, alt: name }],
      },
    }),
  }
}

export const viewport: Viewport = {
  colorScheme: 'light dark',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: themeColors.paper },
    { media: '(prefers-color-scheme: dark)', color: themeColors.paperDark },
  ],
}

/** Sets only the hue. app/theme.css sets the lightness, so that the contrast is sufficient. */
const accentStyle = (accent: string): CSSProperties & Record<'--accent', string> => ({
  '--accent': accent,
})

/** The document of every page. Layouts add `main`, with the id that the skip link targets. */
export default async function Layout({ children }: { children: ReactNode }) {
  const blog = await getBlog()
  const locale = interfaceLocale(blog.language)
  // Passes the locale explicitly, because an admin page may be in another language, and next-intl
  // reads the language of a page only once.
  const t = await getTranslations({ locale })
  return (
    <html
      lang={blog.language}
      {...(blog.accent !== '' && { 'data-accent': '', style: accentStyle(blog.accent) })}
      dir={blog.direction}
      className={`${newsreader.variable} ${instrumentSans.variable} ${ibmPlexMono.variable}`}
      // ThemeScript sets the colour scheme before React starts.
      suppressHydrationWarning
    >
      <body lang={locale === blog.language ? undefined : locale}>
        <a
          href="#content"
          className={
            'sr-only font-sans focus:not-sr-only focus:absolute focus:top-2 focus:start-2 ' +
            'focus:bg-paper focus:p-3'
          }
        >
          {t('navigation.skip')}
        </a>
        <ErrorMessage
          shown={
            <>
              {/* A failed page has no title of its own. */}
              <title>{t('errorPages.failed')}</title>
              <FailedMessage locale={locale} />
            </>
          }
        >
          {children}
        </ErrorMessage>
      </body>
    </html>
  )
}
