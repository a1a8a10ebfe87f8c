import { tagPath } from '@/lib/paths'
import type { TagCount } from '@/lib/posts/reading/list-tags'
import { ownLanguage } from '@/lib/text/interface-language'

/** All tags of the blog, each with its number of posts. */
export function TagList({ tags, language }: { tags: TagCount[]; language: string }) {
  const number = new Intl.NumberFormat(language)
  return (
    <ul className="mt-10 flex flex-wrap gap-2">
      {tags.map(({ tag, posts }) => (
        <li key={tag}>
          <a href={tagPath(tag)} className="tag">
            <bdi lang={ownLanguage(language)}>{tag}</bdi>{' '}
            <span className="tag-count">{number.format(posts)}</span>
            <span className="sr-only"> {posts === 1 ? 'post' : 'posts'}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
