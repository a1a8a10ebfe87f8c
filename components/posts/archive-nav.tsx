import type { Blog } from '@/lib/settings/get-blog'
import { ownLanguage } from '@/lib/text/interface-language'

type Props = {
  label: string
  /** `posts`: none where nobody counted them. `isShown`: the page shows something of it, though that may not be where it leads. */
  times: { name: string; path: string; posts: number | undefined; isShown: boolean }[]
  /** The address of the page. */
  shown: string
  blog: Pick<Blog, 'language'>
}

/** Leads to the years, or to the months of one, and says how much there is of each. */
export function ArchiveNav({ label, times, shown, blog: { language } }: Props) {
  const own = ownLanguage(language)
  const number = new Intl.NumberFormat(language)
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
                  <span className="tag-count">{number.format(posts)}</span>
                  <span className="sr-only">{posts === 1 ? ' post' : ' posts'}</span>
                </>
              )}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
