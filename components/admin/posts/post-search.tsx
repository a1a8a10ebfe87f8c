import { useTranslations } from 'next-intl'
import type { AdminPostsQuestion } from '@/lib/posts/editing/admin-posts'

/** Filters the list by words in titles and slugs. */
export function PostSearch({ question: { tab, search } }: { question: AdminPostsQuestion }) {
  const t = useTranslations('postList.search')
  return (
    <search>
      <form action="/admin/posts" className="admin-filter">
        {tab !== 'draft' && <input type="hidden" name="tab" value={tab} />}
        <label>
          <span className="sr-only">{t('label')}</span>
          <input
            type="search"
            name="search"
            defaultValue={search}
            placeholder={t('placeholder')}
            maxLength={200}
          />
        </label>
        <button type="submit">{t('submit')}</button>
      </form>
    </search>
  )
}
