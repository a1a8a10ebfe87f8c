import { useTranslations } from 'next-intl'

export function CommentCount({ comments }: { comments: number }) {
  const t = useTranslations('comments')
  return <span className="tabular-nums">{t('count', { count: comments })}</span>
}
