'use server'
import { getTranslations } from 'next-intl/server'
import { z } from 'zod'
import type { CommentTextState } from '@/components/admin/comments/comment-forms'
import type { Decision } from '@/components/admin/comments/describe-decision'
import { returnPath } from '@/components/admin/comments/moderation-query'
import type { Actor } from '@/lib/auth/actor'
import { blockDays, blockVerdicts } from '@/lib/comments/moderation/block'
import { blockAuthor } from '@/lib/comments/moderation/block-comments'
import { closeComments, closeCommentsAfter } from '@/lib/comments/moderation/close-comments'
import { seenComment } from '@/lib/comments/moderation/comment-version'
import { findModeratedThread } from '@/lib/comments/moderation/list-for-admin'
import { moderateComments } from '@/lib/comments/moderation/moderate-comments'
import { judgements, type SeenComment } from '@/lib/comments/moderation/moderation'
import {
  approveToReply,
  editAsStaff,
  pinComment,
  replyAsStaff,
} from '@/lib/comments/moderation/staff-actions'
import { findLastDecision, undoJudgements } from '@/lib/comments/moderation/undo-judgements'
import { commentEditInput } from '@/lib/comments/writing/comment-input'
import { AppError } from '@/lib/errors'
import { formActions, inStaffLanguage } from '@/lib/http/admin-action'
import { afterVerdicts, sendMailsAfter, sendWebhooksAfter } from '@/lib/http/after-response'
import { parseFields } from '@/lib/http/parse-fields'
import { detailOf } from '@/lib/http/problem'
import { purgePost } from '@/lib/http/purge-pages'
import { translator } from '@/lib/i18n/translator'
import { pathWith } from '@/lib/paths'
import { closingDays } from '@/lib/settings/blog-input'
import { rowId } from '@/lib/text/row-id'
import { commentUrl, threadTitle } from '@/lib/threads/thread-url'

const verdictInput = z.object({
  seen: z.array(seenComment).max(200),
  verdict: z.enum(judgements),
})
const undoInput = z.object({ judgement: z.array(rowId).max(200) })

const decide = (work: (actor: Actor | undefined) => Promise<Decision>): Promise<Decision> =>
  inStaffLanguage<Decision>(work, (error) => ({ error: detailOf(error) }))

export async function moderate(_: Decision, form: FormData): Promise<Decision> {
  return decide(async (actor) => {
    const given = { seen: form.getAll('seen'), verdict: form.get('verdict') }
    const { seen, verdict } = parseFields(verdictInput, given)
    return { outcomes: afterVerdicts(actor, await moderateComments(actor, seen, verdict)), verdict }
  })
}

/** Undoes verdicts. Without ids, undoes the staff member's last decision. */
export async function undo(_: Decision, form: FormData): Promise<Decision> {
  return decide(async (actor) => {
    const { judgement } = parseFields(undoInput, { judgement: form.getAll('judgement') })
    const ids = judgement.length > 0 ? judgement : (await findLastDecision(actor))?.judgementIds
    const outcomes = afterVerdicts(actor, await undoJudgements(actor, ids ?? []))
    return { outcomes, verdict: 'undo' }
  })
}

const action = formActions((form) => returnPath(form.get('back')))

const textInput = z.object({ seen: seenComment })
const replyInput = z.object({ key: z.uuid() })

async function textFormState(
  form: FormData,
  work: (actor: Actor | undefined, seen: SeenComment, content: string) => Promise<CommentTextState>,
): Promise<CommentTextState> {
  const given = { content: form.get('content') }
  const id = Number.parseInt(String(form.get('seen')), 10)
  return inStaffLanguage<CommentTextState>(
    async (actor) => {
      const { seen } = parseFields(textInput, Object.fromEntries(form))
      return { id, ...(await work(actor, seen, parseFields(commentEditInput, given).content)) }
    },
    (error) => {
      const isSignedOut = error.code === 'unauthorized'
      const message = isSignedOut ? translator('adminErrors')('signed-out') : detailOf(error)
      return { id, error: message, content: String(given.content ?? '') }
    },
  )
}

/** Replies to a comment. A pending comment is approved at the same time. */
export async function reply(_state: CommentTextState, form: FormData): Promise<CommentTextState> {
  return textFormState(form, async (actor, seen, content) => {
    const { key } = parseFields(replyInput, Object.fromEntries(form))
    const t = await getTranslations('moderation.result')
    const isApproved = seen.status === 'published'
    afterVerdicts(actor, await approveToReply(actor, seen))
    const { comment } = await replyAsStaff(actor, seen.id, content, key).catch((error: unknown) => {
      if (!(error instanceof AppError) || isApproved) throw error
      const detail = t('approvedOnly', { reason: detailOf(error) })
      throw new AppError(error.code, detail, [], { cause: error })
    })
    const { id, post_slug: slug } = comment
    purgePost(slug)
    sendMailsAfter()
    sendWebhooksAfter(slug)
    const thread = (await findModeratedThread(actor, slug)) ?? { slug, title: '', url: '' }
    return {
      done: isApproved ? 'replied' : 'approvedAndReplied',
      where: { href: commentUrl(thread, id), title: threadTitle(thread) },
    }
  })
}

/** Edits a comment. The edit is shown to readers. */
export async function edit(_state: CommentTextState, form: FormData): Promise<CommentTextState> {
  return textFormState(form, async (actor, seen, content) => {
    const slug = await editAsStaff(actor, seen, content)
    purgePost(slug)
    sendWebhooksAfter(slug)
    return { done: 'edited' }
  })
}

const pinInput = { id: rowId, pin: z.enum(['yes', 'no']) }

export const pin = action(pinInput, async (actor, { id, pin }, list) => {
  purgePost(await pinComment(actor, id, pin === 'yes'))
  return pathWith(list, { notice: pin === 'yes' ? 'pinned' : 'unpinned' })
})

const closeInput = {
  slug: z.string().min(1).max(1_000),
  close: z.enum(['yes', 'no', 'after']),
  days: closingDays,
}
const closeNotices = { yes: 'closed', no: 'opened', after: 'closing-day' }

export const close = action(closeInput, async (actor, { slug, close, days }, list) => {
  await (close === 'after'
    ? closeCommentsAfter(actor, slug, days)
    : closeComments(actor, slug, close === 'yes'))
  purgePost(slug)
  return pathWith(list, { notice: closeNotices[close] })
})

const blockInput = {
  id: rowId,
  kind: z.enum(['name', 'network']),
  verdict: z.enum(blockVerdicts),
  days: blockDays,
}

export const block = action(blockInput, async (actor, { id, ...given }, list) => {
  await blockAuthor(actor, id, given)
  return pathWith(list, { notice: 'blocked' })
})
