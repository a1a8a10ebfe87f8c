import { useTranslations } from 'next-intl'

/** The number of comments of a post. */
export function CommentCount({ comments }: { comments: number }) {
  const t = useTranslations('comments')
  return <span className="tabular-nums">{t('count', { count: comments })}</span>
}
