import { dayFormat } from '@/components/ui/day-format'
import type { Archive } from '@/lib/posts/list-archive'
import type { Blog } from '@/lib/settings/get-blog'
import { ownLanguage } from '@/lib/settings/interface-language'
import { archivePath } from './archive-path'
import { postPath } from './post-path'

type Props = Archive & { year: number; blog: Pick<Blog, 'language' | 'timeZone'> }

/** The years of the blog, and what was published in one of them. */
export function ArchiveList({ years, posts, year, blog }: Props) {
  const day = dayFormat(blog, { month: 'short', day: 'numeric' })
  const own = ownLanguage(blog.language)
  const number = new Intl.NumberFormat(blog.language)
  return (
    <>
      <nav aria-label="Years" className="mt-8">
        <ol className="flex flex-wrap gap-2">
          {years.map((one) => (
            <li key={one.year}>
              <a
                href={one.year === years[0]?.year ? archivePath() : archivePath(one.year)}
                aria-current={one.year === year ? 'page' : undefined}
                className="tag"
              >
                {one.year} <span className="tag-count">{number.format(one.posts)}</span>
                <span className="sr-only"> {one.posts === 1 ? 'post' : 'posts'}</span>
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <h2 className="mt-12 font-medium text-heading tracking-tight">{year}</h2>
      <ol className="archive">
        {posts.map(({ slug, title, publishedAt }) => (
          <li key={slug}>
            <time dateTime={publishedAt.toISOString()} lang={own}>
              {day.format(publishedAt)}
            </time>
            <a href={postPath(slug)} lang={own} dir="auto">
              {title}
            </a>
          </li>
        ))}
      </ol>
    </>
  )
}
