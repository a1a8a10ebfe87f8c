import { useTranslations } from 'next-intl'
import { richTags } from '@/components/i18n/rich-tags'
import type { AdminComment } from '@/lib/comments/moderation/moderation'
import type { AdminActions } from './moderation-actions'

type Props = { post: AdminComment['post']; back: string; close: AdminActions['close'] }

/**
 * Closes a post’s comments, now or after some days. Offers to open them only if no other setting
 * keeps them closed.
 */
export function CloseTools({
  post: { slug, title, closedBy, closeAfterDays },
  back,
  close,
}: Props) {
  const t = useTranslations('moderation.close')
  const save = useTranslations('admin')('save')
  if (closedBy === 'blog') return <p>{t('off')}</p>
  return (
    <>
      {closedBy === 'days' ? (
        <p>{t('automatic')}</p>
      ) : (
        <form action={close}>
          <input type="hidden" name="back" value={back} />
          <input type="hidden" name="slug" value={slug} />
          <button type="submit" name="close" value={closedBy === 'post' ? 'no' : 'yes'}>
            <span>{t.rich(closedBy === 'post' ? 'open' : 'close', { ...richTags, title })}</span>
          </button>
        </form>
      )}
      <details>
        <summary>{t.rich('schedule', { ...richTags, title })}</summary>
        <form action={close} className="admin-block">
          <input type="hidden" name="back" value={back} />
          <input type="hidden" name="slug" value={slug} />
          <label>
            <span>{t('days')}</span>
            <input
              type="number"
              name="days"
              min={1}
              max={36_500}
              inputMode="numeric"
              defaultValue={closeAfterDays ?? ''}
            />
          </label>
          <button type="submit" name="close" value="after" className="admin-button">
            {save}
          </button>
        </form>
      </details>
    </>
  )
}
