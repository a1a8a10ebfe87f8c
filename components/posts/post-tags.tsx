import { tagPath } from '@/lib/paths'
import { ownLanguage } from '@/lib/text/interface-language'

/** The tags of a post, each linked to the list of its posts. */
export function PostTags({ tags, language }: { tags: string[]; language: string }) {
  if (tags.length === 0) return null
  return (
    <nav aria-label="Tags of this post" className="mt-14 print:hidden">
      <ul className="flex flex-wrap gap-2">
        {tags.map((tag) => (
          <li key={tag}>
            <a
              href={tagPath(tag)}
              rel="tag"
              lang={ownLanguage(language)}
              className="tag"
              dir="auto"
            >
              {tag}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
