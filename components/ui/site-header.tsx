import { useTranslations } from 'next-intl'
import { use } from 'react'
import { parseOwnImage } from '@/lib/markdown/own-image'
import { postPath } from '@/lib/paths'
import type { Blog } from '@/lib/settings/get-blog'
import { markedLanguage } from '@/lib/settings/page-language'
import { NavigationLink } from './navigation-link'
import { ThemeSwitch } from './theme-switch'

const builtInLinks = [
  { name: 'archive', href: '/archive' },
  { name: 'tags', href: '/tags' },
  { name: 'search', href: '/search' },
] as const

const toLink = ({ slug, title }: Blog['pages'][number]) => ({
  text: title,
  href: postPath(slug, true),
})

/** The header of every page. Plain anchors need less JavaScript than the Next.js router. */
export function SiteHeader({ blog: { name, logo, pages, navigation, language } }: { blog: Blog }) {
  const t = useTranslations('navigation')
  const own = use(markedLanguage(language))
  const image = parseOwnImage(logo)
  // The owner may have added a page to the navigation, in another order or with another text.
  const ownPages = pages
    .map(toLink)
    .filter(({ href }) => navigation.every((link) => link.href !== href))
  return (
    <header className="site-header">
      <a href="/" lang={own} className="site-name">
        {image ? (
          <img src={logo} alt={name} width={image.width} height={image.height} />
        ) : (
          <bdi>{name}</bdi>
        )}
      </a>
      <nav aria-label={t('blog')}>
        <ul>
          {builtInLinks.map(({ name, href }) => (
            <li key={href}>
              <NavigationLink href={href}>{t(name)}</NavigationLink>
            </li>
          ))}
          {[...ownPages, ...navigation].map(({ text, href }) => (
            <li key={href} lang={own} dir="auto">
              <NavigationLink href={href}>{text}</NavigationLink>
            </li>
          ))}
          <li>
            <ThemeSwitch />
          </li>
        </ul>
      </nav>
    </header>
  )
}
