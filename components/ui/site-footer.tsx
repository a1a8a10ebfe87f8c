import { useTranslations } from 'next-intl'
import { use } from 'react'
import type { Blog } from '@/lib/settings/get-blog'
import { markedLanguage } from '@/lib/settings/page-language'

const links = [
  { href: '/', name: 'allPosts' },
  { href: '/feed.xml', name: 'rss' },
  { href: '/comments.xml', name: 'commentFeed' },
  { href: '/docs/api', name: 'api' },
  { href: '/privacy', name: 'privacy' },
] as const

export function SiteFooter({ blog: { footer, social, language } }: { blog: Blog }) {
  const t = useTranslations('navigation')
  const own = use(markedLanguage(language))
  return (
    <footer
      className={
        'mx-auto mt-24 max-w-measure px-5 pb-12 ' + 'font-sans text-fine text-muted print:hidden'
      }
    >
      {footer !== '' && (
        <p lang={own} dir="auto" className="pb-4">
          {footer}
        </p>
      )}
      <nav aria-label={t('site')} className="border-rule border-t pt-6">
        <ul className="flex flex-wrap gap-x-5">
          {links.map(({ href, name }) => (
            <li key={href}>
              <a href={href} className="inline-block py-2">
                {t(name)}
              </a>
            </li>
          ))}
          {social.map(({ text, href }) => (
            <li key={href}>
              <a href={href} rel="me" lang={own} dir="auto" className="inline-block py-2">
                {text}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </footer>
  )
}
