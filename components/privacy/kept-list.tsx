import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'

type Props = {
  id: string
  title: string
  rows: { what: string; why: string; until: string }[]
  children?: ReactNode
}

/** One section of the stored data: what is stored, why and for how long. */
export function KeptList({ id, title, rows, children }: Props) {
  const t = useTranslations('privacy')
  return (
    <section aria-labelledby={id} className="mt-12">
      <h2 id={id} className="font-medium text-heading tracking-tight">
        {title}
      </h2>
      {children && <div className="mt-3 space-y-3">{children}</div>}
      <dl className="mt-4 space-y-5">
        {rows.map(({ what, why, until }) => (
          <div key={what} className="border-rule border-s-2 ps-5">
            <dt className="font-medium">{what}</dt>
            <dd className="text-muted">{why}</dd>
            <dd className="mt-1 font-sans text-small">{t('kept', { duration: until })}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
