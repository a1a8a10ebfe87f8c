import { useTranslations } from 'next-intl'
import { tagPath } from '@/lib/paths'
import type { TagCount } from '@/lib/posts/reading/list-tags'
import { ownLanguage } from '@/lib/text/interface-language'

/** All tags of the blog, each with its number of posts. */
export function TagList({ tags, language }: { tags: TagCount[]; language: string }) {
  const t = useTranslations('posts')
  return (
    <ul className="mt-10 flex flex-wrap gap-2">
      {tags.map(({ tag, posts }) => (
        <li key={tag}>
          <a href={tagPath(tag)} className="tag">
            <bdi lang={ownLanguage(language)}>{tag}</bdi>{' '}
            {t.rich('numberOfPosts', {
              count: posts,
              number: (number) => <span className="tag-count">{number}</span>,
              unit: (unit) => <span className="sr-only">{unit}</span>,
            })}
          </a>
        </li>
      ))}
    </ul>
  )
}
