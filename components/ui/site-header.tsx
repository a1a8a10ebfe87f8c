import { useTranslations } from 'next-intl'
import { use } from 'react'
import { parseOwnImage } from '@/lib/markdown/own-image'
import { type Blog, navigationLinks } from '@/lib/settings/get-blog'
import { markedLanguage } from '@/lib/settings/page-language'
import { NavigationLink } from './navigation-link'
import { ThemeSwitch } from './theme-switch'

const builtInLinks = [
  { name: 'archive', href: '/archive' },
  { name: 'tags', href: '/tags' },
  { name: 'search', href: '/search' },
] as const

/** The logo of the blog, or its name. */
export function BlogName({ blog: { name, logo } }: { blog: Blog }) {
  const image = parseOwnImage(logo)
  return image ? (
    <img src={logo} alt={name} width={image.width} height={image.height} />
  ) : (
    <bdi>{name}</bdi>
  )
}

/** The header of every page. Plain anchors need less JavaScript than the Next.js router. */
export function SiteHeader({ blog }: { blog: Blog }) {
  const t = useTranslations('navigation')
  const own = use(markedLanguage(blog.language))
  return (
    <header className="site-header">
      <a href="/" lang={own} className="site-name">
        <BlogName blog={blog} />
      </a>
      <nav aria-label={t('blog')}>
        <ul>
          {builtInLinks.map(({ name, href }) => (
            <li key={href}>
              <NavigationLink href={href}>{t(name)}</NavigationLink>
            </li>
          ))}
          {navigationLinks(blog).map(({ text, href }) => (
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
