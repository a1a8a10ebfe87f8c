import { randomUUID } from 'node:crypto'
import { useTranslations } from 'next-intl'
import { AdminForm, ButtonForm } from '@/components/admin/admin-form'
import { CommentTextForm } from '@/components/admin/comments/comment-text-form'
import { richTags } from '@/components/i18n/rich-tags'
import { blockVerdicts } from '@/lib/comments/moderation/block'
import { type AdminComment, encodeSeenComment } from '@/lib/comments/moderation/moderation'
import { block, close, edit, pin, reply } from './actions'

type Props = { comment: AdminComment; back: string; mayBlock: boolean }

/** The tools for a comment apart from verdicts. Each opens in place. */
export function CommentTools({ comment, back, mayBlock }: Props) {
  const { id, status, content, post, isTop, isPinned, authorName, isStaff } = comment
  const seen = encodeSeenComment(comment)
  const t = useTranslations('moderation.tools')
  const save = useTranslations('admin')('save')
  const about = { ...richTags, name: authorName }
  return (
    <div className="admin-tools">
      {(status === 'published' || status === 'pending') && post.closedBy === null && (
        <details data-admin="reply">
          <summary aria-keyshortcuts="r">{t.rich('reply', about)}</summary>
          <CommentTextForm
            action={reply}
            id={`reply-${id}`}
            label={t('yourReply')}
            submit={t(status === 'pending' ? 'approveAndReply' : 'sendReply')}
            fields={{ seen, key: randomUUID() }}
          />
        </details>
      )}
      {content !== '' && (
        <details data-admin="edit">
          <summary aria-keyshortcuts="e">{t.rich('edit', about)}</summary>
          <CommentTextForm
            action={edit}
            id={`edit-${id}`}
            label={t('text')}
            submit={save}
            content={content}
            fields={{ seen }}
          />
        </details>
      )}
      {status === 'published' && isTop && (
        <ButtonForm
          action={pin}
          fields={{ back, id, pin: isPinned ? 'no' : 'yes' }}
          className=""
          data-admin="pin"
          aria-keyshortcuts="p"
        >
          {t.rich(isPinned ? 'unpin' : 'pin', about)}
        </ButtonForm>
      )}
      {mayBlock && !isStaff && <BlockTools comment={comment} back={back} />}
      <CloseTools post={post} back={back} />
    </div>
  )
}

function BlockTools({ comment: { id, authorName, hasNetwork }, back }: Omit<Props, 'mayBlock'>) {
  const t = useTranslations('moderation.block')
  return (
    <details>
      <summary>{t.rich('title', { ...richTags, name: authorName })}</summary>
      <AdminForm action={block} fields={{ back, id }} className="admin-block" submit={t('submit')}>
        <label>
          <span>{t('by')}</span>
          <select name="kind" defaultValue={hasNetwork ? 'network' : 'name'}>
            {hasNetwork && <option value="network">{t('network')}</option>}
            {authorName !== '' && <option value="name">{t('name', { name: authorName })}</option>}
          </select>
        </label>
        <label>
          <span>{t('duration')}</span>
          <select name="days" defaultValue="30">
            {[1, 7, 30, 365].map((days) => (
              <option key={days} value={days}>
                {t('days', { days })}
              </option>
            ))}
            <option value="">{t('permanent')}</option>
          </select>
        </label>
        <label>
          <span>{t('verdict')}</span>
          <select name="verdict" defaultValue="pending">
            {blockVerdicts.map((verdict) => (
              <option key={verdict} value={verdict}>
                {t(verdict)}
              </option>
            ))}
          </select>
        </label>
      </AdminForm>
    </details>
  )
}

/**
 * Closes the comments of a post or page. Offers to open them only if no other setting keeps them
 * closed.
 */
function CloseTools({ post, back }: { post: AdminComment['post']; back: string }) {
  const { slug, title, site, closedBy, closeAfterDays } = post
  const t = useTranslations('moderation.close')
  const save = useTranslations('admin')('save')
  if (closedBy === 'blog') return <p>{t('off')}</p>
  const isClosed = closedBy === 'post'
  return (
    <>
      {closedBy === 'days' ? (
        <p>{t('automatic')}</p>
      ) : (
        <ButtonForm
          action={close}
          fields={{ back, slug, close: isClosed ? 'no' : 'yes' }}
          className=""
        >
          <span>{t.rich(isClosed ? 'open' : 'close', { ...richTags, title })}</span>
        </ButtonForm>
      )}
      {site === null && (
        <details>
          <summary>{t.rich('schedule', { ...richTags, title })}</summary>
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
    </>
  )
}
