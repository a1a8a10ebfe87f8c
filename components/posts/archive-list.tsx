import { useTranslations } from 'next-intl'
import { use } from 'react'
import { type DayFormat, dayFormat } from '@/components/ui/day-format'
import { pathOfYear, postPath } from '@/lib/paths'
import type { ArchivedPost, ArchiveYear } from '@/lib/posts/reading/list-archive'
import { markedLanguage } from '@/lib/settings/page-language'
import { CountedLink } from './counted-link'

type Props = { years: ArchiveYear[]; year: number; posts: ArchivedPost[]; blog: DayFormat }

/** The years of the blog, if there are several, and the posts of one of them with their dates. */
export function ArchiveList({ years, year, posts, blog }: Props) {
  const t = useTranslations('archive')
  const own = use(markedLanguage(blog.language))
  const day = dayFormat(blog, { month: 'short', day: 'numeric' })
  return (
    <>
      {years.length > 1 && (
        <nav aria-label={t('years')} className="mt-8">
          <ol className="flex flex-wrap gap-2">
            {years.map((one) => (
              <li key={one.year}>
                <CountedLink
                  href={pathOfYear(years, one.year)}
                  posts={one.posts}
                  isCurrent={one.year === year}
                >
                  {own ? <bdi lang={own}>{one.year}</bdi> : one.year}
                </CountedLink>
              </li>
            ))}
          </ol>
        </nav>
      )}
      <h2 className="mt-12 font-medium text-heading tracking-tight">{year}</h2>
      <ol className="archive" lang={own}>
        {posts.map(({ slug, title, publishedAt }) => (
          <li key={slug}>
            <time dateTime={publishedAt.toISOString()}>{day.format(publishedAt)}</time>
            <a href={postPath(slug)} dir="auto">
              {title}
            </a>
          </li>
        ))}
      </ol>
    </>
  )
}
