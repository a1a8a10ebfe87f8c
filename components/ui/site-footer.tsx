import { useTranslations } from 'next-intl'

const links = [
  { href: '/', name: 'allPosts' },
  { href: '/feed.xml', name: 'rss' },
  { href: '/comments.xml', name: 'commentFeed' },
  { href: '/docs/api', name: 'api' },
  { href: '/privacy', name: 'privacy' },
] as const

export function SiteFooter() {
  const t = useTranslations('navigation')
  return (
    <footer
      className={
        'mx-auto mt-24 max-w-measure px-5 pb-12 ' + 'font-sans text-fine text-muted print:hidden'
      }
    >
      <nav aria-label={t('site')} className="border-rule border-t pt-6">
        <ul className="flex flex-wrap gap-x-5">
          {links.map(({ href, name }) => (
            <li key={href}>
              <a href={href} className="inline-block py-2">
                {t(name)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </footer>
  )
}
