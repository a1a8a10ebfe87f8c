import { useTranslations } from 'next-intl'
import { AdminForm, type FormAction } from '@/components/admin/admin-form'

type Props = {
  id: number
  /** The number of comments that would be removed. */
  comments: number
  undo: FormAction
}

/** Undoes an import after a confirmation. It works without JavaScript. */
export function UndoForm({ id, comments, undo }: Props) {
  const t = useTranslations('importsClient')
  return (
    <details>
      <summary className="admin-link">{t('undo')}</summary>
      <AdminForm action={undo} fields={{ id }} submit={t('undoSubmit', { count: comments })}>
        <p className="admin-muted">{t('undoAbout', { count: comments })}</p>
      </AdminForm>
    </details>
  )
}
