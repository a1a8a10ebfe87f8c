import { randomUUID } from 'node:crypto'
import { useTranslations } from 'next-intl'
import { richTags } from '@/components/i18n/rich-tags'
import { type AdminComment, encodeSeenComment } from '@/lib/comments/moderation/moderation'
import { CloseTools } from './close-tools'
import type { AdminActions } from './moderation-actions'
import { WordsForm } from './words-form'

type Props = { comment: AdminComment; back: string; actions: AdminActions }

/** The tools for a comment apart from verdicts. Each opens in place. */
export function CommentTools({ comment, back, actions }: Props) {
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
          <WordsForm
            action={actions.reply}
            id={`reply-${id}`}
            label={t('yourReply')}
            submit={t(status === 'pending' ? 'approveAndReply' : 'sendReply')}
            hidden={{ seen, key: randomUUID() }}
          />
        </details>
      )}
      {content !== '' && (
        <details data-admin="edit">
          <summary aria-keyshortcuts="e">{t.rich('edit', about)}</summary>
          <WordsForm
            action={actions.edit}
            id={`edit-${id}`}
            label={t('text')}
            submit={save}
            content={content}
            hidden={{ seen }}
          />
        </details>
      )}
      {status === 'published' && isTop && (
        <form action={actions.pin} data-admin="pin">
          <input type="hidden" name="back" value={back} />
          <input type="hidden" name="id" value={id} />
          <button type="submit" name="pin" value={isPinned ? 'no' : 'yes'} aria-keyshortcuts="p">
            {t.rich(isPinned ? 'unpin' : 'pin', about)}
          </button>
        </form>
      )}
      {!isStaff && <BlockTools comment={comment} back={back} block={actions.block} />}
      <CloseTools post={post} back={back} close={actions.close} />
    </div>
  )
}

type BlockProps = { comment: AdminComment; back: string; block: AdminActions['block'] }

function BlockTools({ comment: { id, authorName, hasNetwork }, back, block }: BlockProps) {
  const t = useTranslations('moderation.block')
  return (
    <details>
      <summary>{t.rich('title', { ...richTags, name: authorName })}</summary>
      <form action={block} className="admin-block">
        <input type="hidden" name="back" value={back} />
        <input type="hidden" name="id" value={id} />
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
            <option value="pending">{t('pending')}</option>
            <option value="spam">{t('spam')}</option>
          </select>
        </label>
        <button type="submit" className="admin-button">
          {t('submit')}
        </button>
      </form>
    </details>
  )
}
