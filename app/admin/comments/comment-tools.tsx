import { randomUUID } from 'node:crypto'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { openReader } from '@/app/admin/readers/actions'
import { AdminForm, ButtonForm, Options } from '@/components/admin/admin-form'
import { CommentTextForm, DecisionForm } from '@/components/admin/comments/comment-forms'
import { adminCommentsPath } from '@/components/admin/comments/moderation-query'
import { richTags } from '@/components/i18n/rich-tags'
import { DateTime } from '@/components/ui/date-time'
import { type Actor, hasRole } from '@/lib/auth/actor'
import { blockVerdicts } from '@/lib/comments/moderation/block'
import {
  type AdminComment,
  encodeSeenComment,
  type Judgement,
  type SeenComment,
} from '@/lib/comments/moderation/moderation'
import { block, pin } from './actions'

type Props = { comment: AdminComment; back: string; byAuthor: SeenComment[]; actor: Actor }

/** The menu of a comment, with all actions except the frequent verdicts. */
export function CommentTools({ comment, back, byAuthor, actor }: Props) {
  const { id, status, content, isTop, isPinned, authorName, isStaff, post } = comment
  const t = useTranslations('moderation.tools')
  const save = useTranslations('admin')('save')
  const about = { ...richTags, name: authorName }
  const mayHold = content !== '' && (status === 'published' || status === 'spam')
  return (
    <div className="admin-tools">
      {byAuthor.length > 1 && status === 'pending' && (
        <JudgeForm comments={byAuthor} value="published">
          {t.rich('approveAll', { ...about, count: byAuthor.length })}
        </JudgeForm>
      )}
      {mayHold && (
        <JudgeForm comments={[comment]} value="pending">
          {t.rich(status === 'spam' ? 'moveToPending' : 'unapprove', about)}
        </JudgeForm>
      )}
      <UndoForm comment={comment} />
      {content !== '' && (
        <details data-admin="edit">
          <summary aria-keyshortcuts="e">{t.rich('edit', about)}</summary>
          <CommentTextForm
            kind="edit"
            id={id}
            label={t('text')}
            submit={save}
            content={content}
            fields={{ seen: encodeSeenComment(comment) }}
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
      {hasRole(actor, 'moderator of all sites') && !isStaff && (
        <BlockTools comment={comment} back={back} />
      )}
      {comment.hasNetwork && (
        <a href={adminCommentsPath({ status, network: id })}>{t('sameNetwork')}</a>
      )}
      <a href={adminCommentsPath({ status, post: post.slug })}>
        {t('samePost', { isPage: String(post.site !== null) })}
      </a>
      {hasRole(actor, 'owner') && !isStaff && content !== '' && (
        <ButtonForm action={openReader} fields={{ reader: id }} className="">
          {t.rich('storedData', about)}
        </ButtonForm>
      )}
    </div>
  )
}

type JudgeProps = { comments: SeenComment[]; value: Judgement; children: ReactNode }

function JudgeForm({ comments, ...button }: JudgeProps) {
  return (
    <DecisionForm kind="moderate" fields={{ seen: comments.map(encodeSeenComment) }}>
      <button type="submit" name="verdict" {...button} />
    </DecisionForm>
  )
}

/** Undoes the last verdict on the comment, regardless of who gave it. */
function UndoForm({ comment: { last, authorName } }: Pick<Props, 'comment'>) {
  const t = useTranslations('moderation.verdicts')
  if (!last) return null
  return (
    <DecisionForm kind="undo" fields={{ judgement: last.id }}>
      <button type="submit" data-admin="undo">
        {t.rich('undo', {
          ...richTags,
          by: last.by ?? t('formerStaff'),
          date: () => <DateTime value={new Date(last.at)} withTime />,
          name: authorName,
        })}
      </button>
    </DecisionForm>
  )
}

export function ReplyForm({ comment }: { comment: AdminComment }) {
  const t = useTranslations('moderation.tools')
  return (
    <div className="admin-reply">
      <CommentTextForm
        kind="reply"
        id={comment.id}
        label={t('yourReply')}
        submit={t(comment.status === 'pending' ? 'approveAndReply' : 'sendReply')}
        fields={{ seen: encodeSeenComment(comment), key: randomUUID() }}
      />
    </div>
  )
}

function BlockTools({
  comment: { id, authorName, hasNetwork },
  back,
}: Pick<Props, 'comment' | 'back'>) {
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
            <Options of={[1, 7, 30, 365].map((days) => [days, t('days', { days })])} />
            <option value="">{t('permanent')}</option>
          </select>
        </label>
        <label>
          <span>{t('verdict')}</span>
          <select name="verdict" defaultValue="pending">
            <Options of={blockVerdicts.map((verdict) => [verdict, t(verdict)])} />
          </select>
        </label>
      </AdminForm>
    </details>
  )
}
