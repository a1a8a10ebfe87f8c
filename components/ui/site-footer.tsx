import { useTranslations } from 'next-intl'
import { use } from 'react'
import type { Blog } from '@/lib/settings/get-blog'
import { markedLanguage } from '@/lib/settings/page-language'
import { SocialLinks } from './social-links'

const links = [
  { href: '/', name: 'allPosts' },
  { href: '/feed.xml', name: 'rss' },
  { href: '/comments.xml', name: 'commentFeed' },
  { href: '/docs/api', name: 'api' },
  { href: '/privacy', name: 'privacy' },
] as const

export function SiteFooter({ blog }: { blog: Blog }) {
  const t = useTranslations('navigation')
  const { name, author, description, footer, language } = blog
  return (
    <footer className="site-footer">
      <div lang={use(markedLanguage(language))} dir="auto">
        <p className="site-name">
          <bdi>{name}</bdi>
        </p>
        {author !== '' && author !== name && <p>{author}</p>}
        {description !== '' && <p>{description}</p>}
        {footer !== '' && <p>{footer}</p>}
      </div>
      <nav aria-label={t('site')}>
        <ul>
          {links.map(({ href, name }) => (
            <li key={href}>
              <a href={href}>{t(name)}</a>
            </li>
          ))}
        </ul>
        <SocialLinks blog={blog} />
      </nav>
    </footer>
  )
}
