import { useTranslations } from 'next-intl'
import { use } from 'react'
import { ViewCount } from '@/components/views/view-count'
import { postPath } from '@/lib/paths'
import { getBlog } from '@/lib/settings/get-blog'
import { markedLanguage } from '@/lib/settings/page-language'
import type { MostRead as MostReadPost } from '@/lib/views/list-most-read'

/** The most read posts of recent days, below the post list. Renders nothing without views. */
export function MostRead({ posts }: { posts: MostReadPost[] }) {
  const t = useTranslations('posts')
  const own = use(markedLanguage(use(getBlog()).language))
  if (posts.length === 0) return null
  return (
    <aside
      aria-labelledby="most-read"
      className="mt-16 border-rule border-t pt-6 font-sans text-small"
    >
      <h2 id="most-read" className="font-semibold">
        {t('mostRead')}
      </h2>
      <ol className="mt-2">
        {posts.map(({ slug, title, views }) => (
          <li key={slug} className="flex flex-wrap items-baseline justify-between gap-x-5 py-1.5">
            <a
              href={postPath(slug)}
              className="inline-block py-1 decoration-transparent"
              lang={own}
              dir="auto"
            >
              {title}
            </a>
            <span className="text-fine text-muted">
              <ViewCount views={views} />
            </span>
          </li>
        ))}
      </ol>
    </aside>
  )
}
