import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { BulkBar } from '@/components/admin/comments/bulk-bar'
import { CommentFilter } from '@/components/admin/comments/comment-filter'
import { CommentTabs } from '@/components/admin/comments/comment-tabs'
import { JudgedNotice } from '@/components/admin/comments/judged-notice'
import { AdminKeys } from '@/components/admin/comments/keyboard-shortcuts'
import { AdminComment } from '@/components/admin/comments/moderated-comment'
import { readAdminQuestion } from '@/components/admin/comments/moderation-query'
import { ClientMessages } from '@/components/i18n/client-messages'
import { parseCommentId } from '@/lib/comments/comment'
import { countForAdmin, countMatching } from '@/lib/comments/moderation/count-for-admin'
import { describeConflicts } from '@/lib/comments/moderation/judge-comments'
import { listForAdmin } from '@/lib/comments/moderation/list-for-admin'
import { encodeSeenComment, judgements } from '@/lib/comments/moderation/moderation'
import { readSignedJudgements } from '@/lib/comments/moderation/undo-judgements'
import { requireStaff } from '@/lib/http/session/require-staff'
import { block, close, edit, judge, judgePlainly, pin, reply, undo, undoPlainly } from './actions'
import '@/components/admin/comments/moderated-comment.css'
import '@/components/admin/comments/moderated-comments.css'
import '@/components/admin/comments/keyboard-help.css'
import { adminCommentsPath, adminNewsPath } from '@/components/admin/comments/moderation-path'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('admin'))('sections.comments') }
}

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

const actions = { judge: judgePlainly, undo: undoPlainly, pin, close, block, reply, edit }
const word = (value: string | string[] | undefined) => (typeof value === 'string' ? value : '')
const idsIn = (value: string | string[] | undefined) =>
  word(value)
    .split('.')
    .slice(0, 200)
    .flatMap((text) => parseCommentId(text) ?? [])

/** Lists the comments of one tab with the moderation tools. */
export default async function AdminCommentsPage({ searchParams }: Props) {
  const given = await searchParams
  const question = readAdminQuestion(given)
  const here = adminCommentsPath(question)
  const actor = await requireStaff(here)
  const verdict = judgements.find((one) => one === given.verdict)
  const [{ comments, next }, counts, matching, missed] = await Promise.all([
    listForAdmin(actor, question),
    countForAdmin(actor),
    countMatching(actor, question),
    describeConflicts(actor, idsIn(given.missed)),
  ])
  const newestId = Math.max(0, ...comments.map(({ id }) => id))
  const t = await getTranslations('moderation')
  const admin = await getTranslations('admin')
  return (
    <ClientMessages namespaces={['moderationClient']}>
      <h1 className="mb-4">{admin('sections.comments')}</h1>
      <CommentTabs question={question} counts={counts} />
      <CommentFilter question={question} />
      <JudgedNotice
        verdict={verdict}
        judgementIds={readSignedJudgements(actor, verdict, word(given.judged))}
        undone={idsIn(given.undone)[0] ?? 0}
        missed={missed}
        told={word(given.told)}
        fault={word(given.fault)}
        post={comments.find(({ post }) => post.slug === word(given.closed))?.post}
        back={here}
        actions={actions}
      />
      <AdminKeys
        judge={judge}
        undo={undo}
        shown={{ matching, counts }}
        news={
          question.after === undefined ? adminNewsPath(question, { newestId, matching }) : undefined
        }
      />
      {comments.length > 0 && <BulkBar status={question.status} back={here} judge={judgePlainly} />}
      <section aria-label={t('list')} className="admin-list">
        {comments.map((comment) => (
          <AdminComment
            key={encodeSeenComment(comment)}
            comment={comment}
            question={question}
            actions={actions}
          />
        ))}
        {comments.length === 0 && (
          <p className="admin-empty">
            {t(question.status === 'pending' ? 'emptyPending' : 'empty')}
          </p>
        )}
      </section>
      <nav aria-label={admin('pages')} className="admin-pages">
        {question.after !== undefined && (
          <a href={adminCommentsPath({ ...question, after: undefined })}>{t('newest')}</a>
        )}
        {next !== null && (
          <a href={adminCommentsPath({ ...question, after: next })} rel="next">
            {t('older')}
          </a>
        )}
      </nav>
    </ClientMessages>
  )
}
