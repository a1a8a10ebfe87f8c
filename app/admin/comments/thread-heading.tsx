import { useTranslations } from 'next-intl'
import { AdminForm, ButtonForm } from '@/components/admin/admin-form'
import { richTags } from '@/components/i18n/rich-tags'
import type { ModeratedThread } from '@/lib/comments/moderation/moderation'
import { threadTitle, threadUrl } from '@/lib/threads/thread-url'
import { close } from './actions'

/** The heading above one post’s comments, with the settings that close them. */
export function ThreadHeading({ thread, back }: { thread: ModeratedThread; back: string }) {
  const t = useTranslations('moderation.close')
  const { site } = thread
  return (
    <div className="admin-thread">
      <h2>
        {t.rich('heading', {
          ...richTags,
          title: threadTitle(thread),
          post: (chunks) => <a href={threadUrl(thread)}>{chunks}</a>,
        })}
        {site !== null && <bdi className="admin-mark"> {site}</bdi>}
      </h2>
      <CloseForms thread={thread} back={back} />
    </div>
  )
}

/**
 * Closes the comments of a post or page. Offers to open them only if no other setting keeps them
 * closed.
 */
function CloseForms({ thread, back }: { thread: ModeratedThread; back: string }) {
  const { slug, site, closedBy, closeAfterDays } = thread
  const t = useTranslations('moderation.close')
  const save = useTranslations('admin')('save')
  const isClosed = closedBy === 'post'
  if (closedBy === 'blog') return <p className="admin-muted">{t('off')}</p>
  return (
    <div className="admin-tools">
      {closedBy === 'days' ? (
        <p>{t('automatic')}</p>
      ) : (
        <ButtonForm
          action={close}
          fields={{ back, slug, close: isClosed ? 'no' : 'yes' }}
          className=""
        >
          {t(isClosed ? 'open' : 'close')}
        </ButtonForm>
      )}
      {site === null && (
        <details>
          <summary>{t('schedule')}</summary>
          <AdminForm
            action={close}
            fields={{ back, slug, close: 'after' }}
            className="admin-block"
            submit={save}
          >
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
          </AdminForm>
        </details>
      )}
    </div>
  )
}
