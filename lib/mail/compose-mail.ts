import 'server-only'
import { z } from 'zod'
import { decrypt } from '@/lib/crypto/encrypt'
import { translator } from '@/lib/i18n/translator'
import { dataPath, dataTicketMinutes, issueDataTicket } from './data-ticket'
import type { Mail } from './deliver-mail'
import type { DueMail, Obsolete } from './due-mail'
import { mailAddress } from './mail-address'
import { type Block, htmlBody, oneLine, textBody } from './mail-body'
import {
  oneClickPath,
  unsubscribePath,
  unsubscribeToken,
  verificationPath,
  verificationToken,
} from './mail-links'
import type { MailSettings, Sender } from './mail-settings'
import { type MailContent, ownerMail } from './owner-mail'
import { staffMail, staffRecipient } from './staff-mail'

/** Composes a mail to a reader. */
function readerMail(mail: DueMail, sender: Sender): MailContent | Obsolete {
  if (
    mail.commentId === null ||
    mail.slug === null ||
    mail.commentStatus === 'deleted' ||
    mail.commentStatus === 'spam'
  ) {
    return { obsolete: 'the comment was deleted' }
  }
  if (mail.kind === 'reply') return replyMailContent(mail, sender)
  return mail.kind === 'published'
    ? publishedMailContent(mail, mail.commentId, sender)
    : verificationMail(mail, mail.commentId, sender)
}

function permalink({ slug, commentId }: DueMail, { origin }: Sender): string {
  const post = `${origin}/posts/${encodeURIComponent(slug ?? '')}`
  return `${post}/comments/${commentId}#comment-${commentId}`
}

/** Also sent to unconfirmed addresses, so it does not contain the comment. */
function publishedMailContent(
  mail: DueMail,
  commentId: number,
  sender: Sender,
): MailContent | Obsolete {
  if (mail.commentStatus !== 'published') return { obsolete: 'the comment is no longer public' }
  const t = translator('mail')
  const title = oneLine(mail.title ?? '')
  const link = confirmationLink(mail, commentId, sender)
  return {
    subject: t('published.subject', { title }),
    blocks: [
      { say: t('published.text', { title }) },
      { label: t('viewComment'), link: permalink(mail, sender) },
      ...(mail.isVerified || link === undefined
        ? []
        : [{ say: t('published.confirm') }, { label: t('confirm.link'), link }]),
    ],
  }
}

function confirmationLink(
  { addressId, addressCreatedAt }: DueMail,
  commentId: number,
  { origin }: Sender,
): string | undefined {
  if (addressId === null || addressCreatedAt === null) return undefined
  return (
    origin +
    verificationPath(verificationToken({ id: addressId, createdAt: addressCreatedAt }, commentId))
  )
}

function replyMailContent(mail: DueMail, sender: Sender): MailContent | Obsolete {
  if (mail.commentStatus !== 'published') return { obsolete: 'the comment is no longer public' }
  const t = translator('mail')
  const title = oneLine(mail.title ?? '')
  const name = oneLine(mail.authorName ?? '')
  return {
    subject: t('reply.subject', { title }),
    blocks: [
      { say: t('reply.text', { title }) },
      { quote: `${name}:` },
      { quote: mail.content ?? '' },
      { label: t('reply.link'), link: permalink(mail, sender) },
    ],
  }
}

/** Contains no text of the comment, because anyone may have entered the address. */
function verificationMail(
  mail: DueMail,
  commentId: number,
  sender: Sender,
): MailContent | Obsolete {
  const link = confirmationLink(mail, commentId, sender)
  if (link === undefined) return { obsolete: 'the address was deleted' }
  const t = translator('mail')
  return {
    subject: t('confirm.subject', { blog: sender.blogName }),
    blocks: [
      { say: t('confirm.text', { title: oneLine(mail.title ?? '') }) },
      { say: t('confirm.benefit') },
      { label: t('confirm.link'), link },
      { say: t('confirm.expiry') },
    ],
  }
}

const dataMailSchema = z.object({ addressIds: z.array(z.int().positive()).min(1) })

/**
 * Composes the mail with the link to all data of an address. The link is created when the mail is
 * sent, so that its full hour remains. Contains no stored data, because anyone may have requested
 * it.
 */
function dataMail(mail: DueMail, { origin, blogName }: Sender): MailContent | Obsolete {
  const { data, success } = dataMailSchema.safeParse(mail.data)
  if (!success) return { obsolete: 'no address' }
  const ticket = issueDataTicket({ addressIds: data.addressIds, commentIds: [] })
  const t = translator('mail')
  return {
    subject: t('data.subject', { blog: blogName }),
    blocks: [
      { say: t('data.text', { blog: blogName }) },
      { label: t('data.link'), link: origin + dataPath(ticket) },
      { say: t('data.expiry', { minutes: dataTicketMinutes }) },
    ],
  }
}

/**
 * Composes a mail of the outbox when it is sent. The mail is obsolete if its reader unsubscribed,
 * its comment was hidden or its address can no longer be decrypted.
 */
export function composeMail(mail: DueMail, sender: Sender): Mail | Obsolete {
  const to = recipientOf(mail, sender)
  if (typeof to !== 'string') return to
  // Rejects stored values with a second address or a line break, which would add recipients or
  // headers.
  if (!mailAddress.safeParse(to).success) return { obsolete: 'invalid address' }
  const letter = contentOf(mail, sender)
  return 'obsolete' in letter ? letter : toMail(mail, to, letter, sender)
}

function recipientOf(mail: DueMail, { owner }: MailSettings): string | Obsolete {
  if (mail.kind === 'invitation' || mail.kind === 'password-reset')
    return staffRecipient(mail.data) ?? { obsolete: 'the address cannot be decrypted' }
  if (mail.addressId === null)
    return mail.kind.startsWith('comment-') || mail.kind === 'flood'
      ? (owner ?? { obsolete: 'no owner' })
      : { obsolete: 'the address was deleted' }
  // Unsubscribed readers still get a link that they request, so that they can erase their data.
  if (mail.isUnsubscribed && mail.kind !== 'your-data') return { obsolete: 'unsubscribed' }
  // An unconfirmed address may belong to another person, so it gets no text of other readers.
  if (!mail.isVerified && mail.kind !== 'verify-address' && mail.kind !== 'published')
    return { obsolete: 'not verified' }
  return (
    decrypt('reader-address', mail.sealed ?? '') ?? { obsolete: 'the address cannot be decrypted' }
  )
}

function contentOf(mail: DueMail, sender: Sender): MailContent | Obsolete {
  switch (mail.kind) {
    case 'comment-new':
    case 'comment-held':
    case 'comment-summary':
    case 'flood':
      return ownerMail(mail, sender)
    case 'verify-address':
    case 'reply':
    case 'published':
      return readerMail(mail, sender)
    case 'your-data':
      return dataMail(mail, sender)
    case 'invitation':
    case 'password-reset':
      return staffMail(mail, sender)
    default:
      return { obsolete: 'unknown kind' }
  }
}

function toMail(
  mail: DueMail,
  to: string,
  { subject, blocks }: MailContent,
  { origin, blogName }: Sender,
): Mail {
  const host = new URL(origin).hostname
  const reader =
    mail.addressId !== null && mail.addressCreatedAt
      ? { id: mail.addressId, createdAt: mail.addressCreatedAt }
      : undefined
  const unsubscribe = reader && unsubscribeToken(reader)
  const all: Block[] = unsubscribe
    ? [
        ...blocks,
        {
          label: translator('mail')('unsubscribe', { blog: blogName }),
          link: origin + unsubscribePath(unsubscribe),
        },
      ]
    : blocks
  return {
    to,
    subject,
    text: textBody(all),
    html: htmlBody(subject, all),
    messageId: `<mail-${mail.id}.${mail.createdAt.getTime()}@${host}>`,
    inReplyTo: mail.postId === null ? undefined : `<post-${mail.postId}@${host}>`,
    headers: {
      // RFC 3834: suppresses automatic replies.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      // RFC 2919: the name is a phrase, so special characters are removed (RFC 5322, 3.2.3).
      'List-Id': `${blogName.replaceAll(/[()<>[\]:;@\\,."]/g, '')} <comments.${host}>`,
      // RFC 2369, and RFC 8058 for one-click unsubscription.
      ...(unsubscribe && {
        'List-Unsubscribe': `<${origin}${oneClickPath(unsubscribe)}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  }
}
