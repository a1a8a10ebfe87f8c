import type { Blog } from '@/lib/settings/get-blog'

/** The rooms the blog has by itself. */
const rooms = [
  { text: 'Archive', href: '/archive' },
  { text: 'Tags', href: '/tags' },
  { text: 'Search', href: '/search' },
]

/**
 * Links within the blog are plain anchors: every page is one small static document, and Next's router would cost
 * each reader more JavaScript than it saves.
 */
export function SiteHeader({ blog: { name, navigation } }: { blog: Blog }) {
  return (
    <header className="site-header">
      <a href="/" className="font-serif text-lead font-medium italic tracking-tight no-underline">
        <bdi>{name}</bdi>
      </a>
      <nav aria-label="Blog" className="print:hidden">
        <ul>
          {[...rooms, ...navigation].map(({ text, href }) => (
            <li key={href}>
              <a href={href} dir="auto">
                {text}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </header>
  )
}
