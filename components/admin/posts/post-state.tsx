import { useTranslations } from 'next-intl'
import type { EditedPost } from '@/lib/posts/editing/edited-post'
import { BlogTime } from './blog-time'

/** Shows the state of a post: draft, scheduled or published, with its date. */
export function PostState({
  post: { state, publishedAt },
  timeZone,
}: {
  post: EditedPost
  timeZone: string
}) {
  const [t, dates] = [useTranslations('postForm'), useTranslations('postList.dates')]
  if (state === 'draft' || publishedAt === null) return <p className="admin-muted">{t('draft')}</p>
  const date = () => <BlogTime value={new Date(publishedAt)} timeZone={timeZone} />
  return <p className="admin-muted">{dates.rich(state, { date })}</p>
}
