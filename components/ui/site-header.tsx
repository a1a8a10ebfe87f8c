import type { Blog } from '@/lib/settings/get-blog'

/**
 * Links within the blog are plain anchors: every page is one small static document, and Next's router would cost
 * each reader more JavaScript than it saves.
 */
export function SiteHeader({ blog: { name, description, navigation } }: { blog: Blog }) {
  return (
    <header className="mx-auto max-w-measure px-5 pt-7 pb-10 font-sans text-fine sm:pt-10 sm:pb-16">
      <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-1">
        <a href="/" className="min-w-0 font-serif text-lead font-medium italic tracking-tight no-underline" dir="auto">
          {name}
        </a>
        {description !== '' && (
          <p className="min-w-0 text-muted" dir="auto">
            {description}
          </p>
        )}
      </div>
      {navigation.length > 0 && (
        <nav aria-label="Blog" className="mt-2 print:hidden">
          <ul className="flex flex-wrap gap-x-6">
            {navigation.map(({ text, href }) => (
              <li key={`${text} ${href}`}>
                <a href={href} className="inline-block py-2" dir="auto">
                  {text}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </header>
  )
}
