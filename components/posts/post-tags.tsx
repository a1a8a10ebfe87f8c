import { useTranslations } from 'next-intl'
import { use } from 'react'
import { tagPath } from '@/lib/paths'
import { markedLanguage } from '@/lib/settings/page-language'

/** The tags of a post, each linked to the list of its posts. */
export function PostTags({ tags, language }: { tags: string[]; language: string }) {
  const t = useTranslations('posts')
  if (tags.length === 0) return null
  return (
    <nav aria-label={t('tags')} className="mt-14 print:hidden">
      <ul className="flex flex-wrap gap-2">
        {tags.map((tag) => (
          <li key={tag}>
            <a
              href={tagPath(tag)}
              rel="tag"
              lang={use(markedLanguage(language))}
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
