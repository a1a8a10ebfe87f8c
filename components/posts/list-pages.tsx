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
  const link = (to: number, rel: 'prev' | 'next', label: string) =>
    to >= 1 && to <= pages ? (
      <a href={pathOf(to)} rel={rel} className="py-2">
        {label}
      </a>
    ) : (
      <span />
    )
  return (
    <nav
      aria-label={t('pages')}
      className="mt-20 flex items-baseline justify-between gap-4 font-sans text-small print:hidden"
    >
      {link(page - 1, 'prev', t('newer'))}
      <span className="text-fine text-muted tabular-nums">{t('pageOf', { page, pages })}</span>
      {link(page + 1, 'next', t('older'))}
    </nav>
  )
}
