import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import type { ImportState, ImportTask } from './use-import'

type Props = {
  task: ImportTask
  stop: () => void
  /** The number of imported items as text. */
  children: ReactNode
}

/** The progress of an import, with a button that stops it. */
export function ImportTaskView({ task, stop, children }: Props) {
  const t = useTranslations('importsClient')
  const { kind, done, total } = task
  const isKnown = total !== undefined && total > 0
  return (
    <div className="import-progress">
      <p role="status">{t(`tasks.${kind}`)}</p>
      <progress aria-label={t(`tasks.${kind}`)} {...(isKnown && { value: done, max: total })} />
      <p className="admin-muted">
        {kind === 'upload' ? t('uploaded', { share: done / Math.max(1, total ?? 0) }) : children}
      </p>
      <button type="button" className="admin-link" onClick={stop}>
        {t('stop')}
      </button>
    </div>
  )
}

/** The reason why an import has failed or ended early, if it has. */
export function ImportFailure({
  failure,
  wasStopped,
}: Extract<ImportState<unknown>, { step: 'ready' }>) {
  const t = useTranslations('importsClient')
  if (wasStopped) return <p role="status">{t('stopped')}</p>
  if (!failure) return null
  const { code, detail } = failure
  return (
    <p role="alert" className="admin-notice">
      {code === 'other' && detail !== '' ? t('failed', { detail }) : t(`failures.${code}`)}
    </p>
  )
}
