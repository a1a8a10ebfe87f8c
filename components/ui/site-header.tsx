import { useTranslations } from 'next-intl'
import { use } from 'react'
import { parseOwnImage } from '@/lib/markdown/own-image'
import type { Blog } from '@/lib/settings/get-blog'
import { markedLanguage } from '@/lib/settings/page-language'

const builtInLinks = [
  { name: 'archive', href: '/archive' },
  { name: 'tags', href: '/tags' },
  { name: 'search', href: '/search' },
] as const

/** The header of every page. Plain anchors need less JavaScript than the Next.js router. */
export function SiteHeader({ blog: { name, logo, navigation, language } }: { blog: Blog }) {
  const t = useTranslations('navigation')
  const own = use(markedLanguage(language))
  const image = parseOwnImage(logo)
  return (
    <header className="site-header">
      <a
        href="/"
        lang={own}
        className="font-serif text-lead font-medium italic tracking-tight no-underline"
      >
        {image ? (
          <img src={logo} alt={name} width={image.width} height={image.height} />
        ) : (
          <bdi>{name}</bdi>
        )}
      </a>
      <nav aria-label={t('blog')} className="print:hidden">
        <ul>
          {builtInLinks.map(({ name, href }) => (
            <li key={href}>
              <a href={href}>{t(name)}</a>
            </li>
          ))}
          {navigation.map(({ text, href }) => (
            <li key={href}>
              <a href={href} lang={own} dir="auto">
                {text}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </header>
  )
}
