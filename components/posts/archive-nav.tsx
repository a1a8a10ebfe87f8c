import { useTranslations } from 'next-intl'
import type { Blog } from '@/lib/settings/get-blog'
import { ownLanguage } from '@/lib/text/interface-language'

type Props = {
  label: string
  /**
   * `posts`: undefined if not counted. `isShown`: the page shows this period, even if the link
   * leads to another page.
   */
  times: { name: string; path: string; posts: number | undefined; isShown: boolean }[]
  /** The path of the current page. */
  shown: string
  blog: Pick<Blog, 'language'>
}

/** Links to years, or to the months of a year, with their number of posts. */
export function ArchiveNav({ label, times, shown, blog: { language } }: Props) {
  const own = ownLanguage(language)
  const t = useTranslations('posts')
  return (
    <nav aria-label={label} className="mt-8">
      <ol className="flex flex-wrap gap-2">
        {times.map(({ name, path, posts, isShown }) => (
          <li key={path}>
            <a
              href={path}
              aria-current={isShown ? (path === shown ? 'page' : 'true') : undefined}
              className="tag"
            >
              {own ? <bdi lang={own}>{name}</bdi> : name}
              {posts !== undefined && (
                <>
                  {' '}
                  {t.rich('numberOfPosts', {
                    count: posts,
                    number: (number) => <span className="tag-count">{number}</span>,
                    unit: (unit) => <span className="sr-only">{unit}</span>,
                  })}
                </>
              )}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
