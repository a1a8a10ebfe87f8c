import { useTranslations } from 'next-intl'

type Props = {
  page: number
  pages: number
  /** Returns the path of a page of this list, counted from 1. */
  pathOf: (page: number) => string
}

/** Links to older and newer posts. Renders nothing if all posts fit on one page. */
export function ListPages({ page, pages, pathOf }: Props) {
  const t = useTranslations('posts')
  if (pages === 1) return null
  return (
    <nav
      aria-label={t('pages')}
      className="mt-20 flex items-baseline justify-between gap-4 font-sans text-small print:hidden"
    >
      {page > 1 ? (
        <a href={pathOf(page - 1)} rel="prev" className="py-2">
          {t('newer')}
        </a>
      ) : (
        <span />
      )}
      <span className="text-fine text-muted tabular-nums">{t('pageOf', { page, pages })}</span>
      {page < pages ? (
        <a href={pathOf(page + 1)} rel="next" className="py-2">
          {t('older')}
        </a>
      ) : (
        <span />
      )}
    </nav>
  )
}
