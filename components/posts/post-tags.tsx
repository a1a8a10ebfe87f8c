import { useTranslations } from 'next-intl'
import { use } from 'react'
import { tagPath } from '@/lib/paths'
import { getBlog } from '@/lib/settings/get-blog'
import { markedLanguage } from '@/lib/settings/page-language'

/** The tags of a post, each linked to the list of its posts. */
export function PostTags({ tags }: { tags: string[] }) {
  const t = useTranslations('posts')
  const own = use(markedLanguage(use(getBlog()).language))
  if (tags.length === 0) return null
  return (
    <nav aria-label={t('tags')} className="mt-14 print:hidden">
      <ul className="flex flex-wrap gap-2">
        {tags.map((tag) => (
          <li key={tag}>
            <a href={tagPath(tag)} rel="tag" lang={own} className="tag" dir="auto">
              {tag}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
