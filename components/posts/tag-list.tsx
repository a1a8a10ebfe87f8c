import { ContentLang } from '@/components/ui/content-lang'
import { tagPath } from '@/lib/paths'
import type { TagCount } from '@/lib/posts/reading/list-tags'
import { CountedLink } from './counted-link'

/** All tags of the blog, each with its number of posts. */
export function TagList({ tags }: { tags: TagCount[] }) {
  return (
    <ul className="mt-10 flex flex-wrap gap-2">
      {tags.map(({ tag, posts }) => (
        <li key={tag}>
          <CountedLink href={tagPath(tag)} posts={posts}>
            <ContentLang>{tag}</ContentLang>
          </CountedLink>
        </li>
      ))}
    </ul>
  )
}
