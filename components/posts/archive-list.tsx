import { useTranslations } from 'next-intl'
import { pathOfMonth, pathOfYear } from '@/lib/paths'
import { type Archive, isCrowded } from '@/lib/posts/reading/list-archive'
import type { Blog } from '@/lib/settings/get-blog'
import { ownLanguage } from '@/lib/text/interface-language'
import { ArchiveNav } from './archive-nav'
import { ArchivedPosts } from './archived-posts'
import { nameOfMonth } from './name-of-month'

/** `shown`: the path of the current page. */
type Props = {
  archive: Archive
  year: number
  month: number | undefined
  shown: string
  blog: Pick<Blog, 'language' | 'timeZone'>
}

/**
 * The years of the blog, and the posts of one year. A year with many posts lists its months, and
 * the posts of one month.
 */
export function ArchiveList({ archive, year, month, shown, blog }: Props) {
  const t = useTranslations('archive')
  const { years, months, posts } = archive
  const ofYears = years.map((one) => ({
    name: String(one.year),
    path: pathOfYear(archive, one.year),
    posts: isCrowded(one) ? undefined : one.posts,
    isShown: one.year === year,
  }))
  const ofMonths = months.map((one) => ({
    name: nameOfMonth(blog, year, one.month, { month: 'short' }),
    path: pathOfMonth(archive, year, one.month),
    posts: one.posts,
    isShown: one.month === month,
  }))
  return (
    <>
      <ArchiveNav label={t('years')} times={ofYears} shown={shown} blog={blog} />
      {month !== undefined && (
        <ArchiveNav label={t('months')} times={ofMonths} shown={shown} blog={blog} />
      )}
      <h2 className="mt-12 font-medium text-heading tracking-tight">
        {month === undefined ? (
          year
        ) : (
          <bdi lang={ownLanguage(blog.language)}>{nameOfMonth(blog, year, month)}</bdi>
        )}
      </h2>
      <ArchivedPosts posts={posts} byDay={month !== undefined} blog={blog} />
    </>
  )
}
