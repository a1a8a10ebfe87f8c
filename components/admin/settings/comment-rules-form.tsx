import { useTranslations } from 'next-intl'
import { AdminField } from '@/components/admin/admin-form'
import type { CommentSettings } from '@/lib/settings/blog-settings'

type Props = { settings: CommentSettings; save: (form: FormData) => Promise<never> }

/** The form for whether posts accept comments, and for how long. */
export function CommentRulesForm({
  settings: { commentsOff, commentsCloseAfterDays },
  save,
}: Props) {
  const t = useTranslations('settings')
  return (
    <form action={save} className="admin-form">
      <label className="admin-check">
        <input type="checkbox" name="off" value="yes" defaultChecked={commentsOff} />{' '}
        {t('commentsOff')}
      </label>
      <AdminField
        name="days"
        label={t('days')}
        type="number"
        min={1}
        max={36_500}
        inputMode="numeric"
        defaultValue={commentsCloseAfterDays ?? ''}
        hint={t('daysHint')}
      />
      <button type="submit" className="admin-button">
        {useTranslations('admin')('save')}
      </button>
    </form>
  )
}
