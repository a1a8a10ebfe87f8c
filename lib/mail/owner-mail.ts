import { z } from 'zod'
import { translator } from '@/lib/i18n/translator'
import type { DueMail, Obsolete } from './due-mail'
import { type Block, oneLine } from './mail-body'
import type { Sender } from './mail-settings'

/** Content of a mail. Subjects contain no text by readers; post titles are the owner's. */
export type MailContent = { subject: string; blocks: Block[] }

const reasons = z.array(z.object({ reason: z.string() }))

/** Maximum number of characters quoted from each comment of a summary. */
const excerptLength = 300

/** Combines the comments beyond the limit of single mails. */
function summaryMail(
  { data, quoted }: DueMail,
  blogName: string,
  admin: (status: string) => string,
): MailContent | Obsolete {
  if (quoted === null) return { obsolete: 'the comments were deleted' }
  const count = z.object({ count: z.number() }).safeParse(data).data?.count ?? quoted.length
  const held = quoted.filter(({ status }) => status === 'pending').length
  const t = translator('ownerMail')
  return {
    subject: t('summary.subject', { count, blog: blogName }),
    blocks: [
      { say: t('summary.text', { count }) },
      ...quoted.flatMap(({ status, authorName, content, title }): Block[] => [
        { say: t('summary.post', { title: oneLine(title), isHeld: String(status === 'pending') }) },
        { quote: `${oneLine(authorName)}: ${oneLine(content, excerptLength)}` },
      ]),
      { label: t('summary.all'), link: admin('published') },
      ...(held > 0 ? [{ label: t('reviewHeld'), link: admin('pending') }] : []),
    ],
  }
}

/** Composes a mail to the owner. The mail is obsolete if the comment has been moderated since. */
export function ownerMail(mail: DueMail, { origin, blogName }: Sender): MailContent | Obsolete {
  const admin = (status: string) =>
    `${origin}/admin/comments?status=${status}` +
    (mail.commentId === null ? '' : `#comment-${mail.commentId}`)
  const t = translator('ownerMail')
  if (mail.kind === 'flood') {
    return {
      subject: t('flood.subject', { blog: blogName }),
      blocks: [
        { say: t('flood.text') },
        { say: t('flood.once') },
        { label: t('reviewHeld'), link: admin('pending') },
      ],
    }
  }
  if (mail.kind === 'comment-summary') return summaryMail(mail, blogName, admin)
  if (mail.commentId === null || mail.slug === null) return { obsolete: 'the comment was deleted' }
  const title = oneLine(mail.title ?? '')
  const isEdit = mail.commentStatus === 'published' && mail.waitingContent !== null
  if (mail.kind === 'comment-held' && mail.commentStatus !== 'pending' && !isEdit)
    return { obsolete: 'the comment is no longer pending' }
  if (mail.kind === 'comment-new' && mail.commentStatus !== 'published')
    return { obsolete: 'the comment is no longer public' }
  const quotes: Block[] = [
    { quote: `${oneLine(mail.authorName ?? '')}:` },
    { quote: (isEdit ? mail.waitingContent : mail.content) ?? '' },
  ]
  if (mail.kind === 'comment-new') {
    const post = `${origin}/posts/${encodeURIComponent(mail.slug)}`
    const here = `${post}/comments/${mail.commentId}#comment-${mail.commentId}`
    return {
      subject: t('new.subject', { title }),
      blocks: [
        { say: t('new.text', { title }) },
        ...quotes,
        { label: translator('mail')('viewComment'), link: here },
        { label: t('moderate'), link: admin('published') },
      ],
    }
  }
  const why = (reasons.safeParse(mail.screening).data ?? [])
    .map(({ reason }) => oneLine(reason, 200))
    .filter((reason) => reason !== '')
  return {
    subject: t(isEdit ? 'edited.subject' : 'held.subject', { title }),
    blocks: [
      { say: t(isEdit ? 'edited.text' : 'held.text', { title }) },
      ...quotes,
      ...(why.length > 0 ? [{ say: t('held.reasons') }, { quote: why.join('\n') }] : []),
      { label: t('moderate'), link: admin('pending') },
    ],
  }
}
