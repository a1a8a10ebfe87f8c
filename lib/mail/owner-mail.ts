import { z } from 'zod'
import { translator } from '@/lib/i18n/translator'
import { commentUrl, type DueMail, type Obsolete } from './due-mail'
import { type Block, type MailContent, oneLine, quoteComment } from './mail-body'
import type { Sender } from './mail-settings'

const reasons = z.array(z.object({ reason: z.string() }))

/** Maximum number of characters quoted from each comment of a summary. */
const excerptLength = 300

/** Returns the URL of a tab in the admin area. */
type AdminUrl = (status: string) => string

/** Combines the comments beyond the limit of single mails. */
function summaryMail(
  { data, quoted }: DueMail,
  blogName: string,
  admin: AdminUrl,
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
export function ownerMail(mail: DueMail, sender: Sender): MailContent | Obsolete {
  const admin = (status: string) =>
    `${sender.origin}/admin/comments?status=${status}` +
    (mail.commentId === null ? '' : `#comment-${mail.commentId}`)
  if (mail.kind === 'flood') return floodMail(sender.blogName, admin)
  if (mail.kind === 'comment-summary') return summaryMail(mail, sender.blogName, admin)
  if (mail.commentId === null || mail.slug === null) return { obsolete: 'the comment was deleted' }
  if (mail.kind === 'comment-held') return heldMail(mail, admin)
  return mail.commentStatus === 'published'
    ? newMail(mail, sender, admin)
    : { obsolete: 'the comment is no longer public' }
}

function floodMail(blog: string, admin: AdminUrl): MailContent {
  const t = translator('ownerMail')
  return {
    subject: t('flood.subject', { blog }),
    blocks: [
      { say: t('flood.text') },
      { say: t('flood.once') },
      { label: t('reviewHeld'), link: admin('pending') },
    ],
  }
}

function newMail(mail: DueMail, sender: Sender, admin: AdminUrl): MailContent {
  const title = oneLine(mail.title ?? '')
  const t = translator('ownerMail')
  return {
    subject: t('new.subject', { title }),
    blocks: [
      { say: t('new.text', { title }) },
      ...quoteComment(mail.authorName, mail.content),
      { label: translator('mail')('viewComment'), link: commentUrl(mail, sender) },
      { label: t('moderate'), link: admin('published') },
    ],
  }
}

/** Reports a held comment, or a held edit of a published one. */
function heldMail(mail: DueMail, admin: AdminUrl): MailContent | Obsolete {
  const isEdit = mail.commentStatus === 'published' && mail.waitingContent !== null
  if (mail.commentStatus !== 'pending' && !isEdit)
    return { obsolete: 'the comment is no longer pending' }
  const title = oneLine(mail.title ?? '')
  const why = (reasons.safeParse(mail.screening).data ?? [])
    .map(({ reason }) => oneLine(reason, 200))
    .filter((reason) => reason !== '')
  const t = translator('ownerMail')
  const kind = isEdit ? 'edited' : 'held'
  return {
    subject: t(`${kind}.subject`, { title }),
    blocks: [
      { say: t(`${kind}.text`, { title }) },
      ...quoteComment(mail.authorName, isEdit ? mail.waitingContent : mail.content),
      ...(why.length > 0 ? [{ say: t('held.reasons') }, { quote: why.join('\n') }] : []),
      { label: t('moderate'), link: admin('pending') },
    ],
  }
}
