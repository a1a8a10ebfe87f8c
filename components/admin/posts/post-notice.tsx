import { useTranslations } from 'next-intl'
import { hasText } from '@/components/i18n/has-text'

/**
 * Shows the result or the error of the last form. A URL selects the message by its code and cannot
 * supply its own text.
 */
export function PostNotice({
  done = '',
  fault,
}: {
  done?: string | undefined
  fault?: string | undefined
}) {
  const news = useTranslations('postFormClient.done')
  const faults = useTranslations('postFormClient.faults')
  const text = fault
    ? faults(hasText(faults, fault) ? fault : 'other')
    : hasText(news, done) && news(done)
  return text ? (
    <p role={fault ? 'alert' : 'status'} className="admin-notice">
      {text}
    </p>
  ) : null
}

/** The message after a deletion, with a button that restores the post. */
export function DeletedNotice({
  id,
  restore,
}: {
  id: number
  restore: (form: FormData) => Promise<void>
}) {
  const t = useTranslations('postList')
  return (
    <div role="status" className="admin-notice">
      <form action={restore}>
        <input type="hidden" name="id" value={id} /> {t('deleted')}{' '}
        <button type="submit" className="admin-link">
          {t('undo')}
        </button>
      </form>
    </div>
  )
}
