import 'server-only'
import { z } from 'zod'
import { decrypt } from '@/lib/crypto/encrypt'
import { translator } from '@/lib/i18n/translator'
import { dataPath, dataTicketMinutes, issueDataTicket } from './data-ticket'
import type { Mail } from './deliver-mail'
import { commentUrl, type DueMail, type Obsolete } from './due-mail'
import { mailAddress } from './mail-address'
import {
  type Block,
  htmlBody,
  type MailContent,
  oneLine,
  quoteComment,
  textBody,
} from './mail-body'
import {
  type AddressIdentity,
  oneClickPath,
  unsubscribePath,
  unsubscribeToken,
  verificationPath,
  verificationToken,
} from './mail-links'
import type { MailSettings, Sender } from './mail-settings'
import { ownerMail } from './owner-mail'
import { staffMail, staffRecipient } from './staff-mail'

/** Composes a mail to a reader about a comment. */
function readerMail(mail: DueMail, sender: Sender): MailContent | Obsolete {
  const { commentStatus: status } = mail
  if (status === null || status === 'deleted' || status === 'spam')
    return { obsolete: 'the comment was deleted' }
  const title = oneLine(mail.title ?? '')
  if (mail.kind === 'verify-address') return verificationMail(mail, title, sender)
  if (status !== 'published') return { obsolete: 'the comment is no longer public' }
  return mail.kind === 'reply' ? replyMail(mail, title, sender) : publishedMail(mail, title, sender)
}

/** Also sent to unconfirmed addresses, so it does not contain the comment. */
function publishedMail(mail: DueMail, title: string, sender: Sender): MailContent {
  const t = translator('mail')
  const link = confirmationLink(mail, sender)
  return {
    subject: t('published.subject', { title }),
    blocks: [
      { say: t('published.text', { title }) },
      { label: t('viewComment'), link: commentUrl(mail, sender) },
      ...(mail.isVerified || link === undefined
        ? []
        : [{ say: t('published.confirm') }, { label: t('confirm.link'), link }]),
    ],
  }
}

function replyMail(mail: DueMail, title: string, sender: Sender): MailContent {
  const t = translator('mail')
  return {
    subject: t('reply.subject', { title }),
    blocks: [
      { say: t('reply.text', { title }) },
      ...quoteComment(mail.authorName, mail.content),
      { label: t('reply.link'), link: commentUrl(mail, sender) },
    ],
  }
}

/** Contains no text of the comment, because anyone may have entered the address. */
function verificationMail(mail: DueMail, title: string, sender: Sender): MailContent | Obsolete {
  const link = confirmationLink(mail, sender)
  if (link === undefined) return { obsolete: 'the address was deleted' }
  const t = translator('mail')
  return {
    subject: t('confirm.subject', { blog: sender.blogName }),
    blocks: [
      { say: t('confirm.text', { title }) },
      { say: t('confirm.benefit') },
      { label: t('confirm.link'), link },
      { say: t('confirm.expiry') },
    ],
  }
}

function confirmationLink(mail: DueMail, { origin }: Sender): string | undefined {
  const address = addressOf(mail)
  if (!address || mail.commentId === null) return undefined
  return origin + verificationPath(verificationToken(address, mail.commentId))
}

function addressOf({ addressId, addressCreatedAt }: DueMail): AddressIdentity | undefined {
  return addressId === null || addressCreatedAt === null
    ? undefined
    : { id: addressId, createdAt: addressCreatedAt }
}

const dataMailSchema = z.object({ addressIds: z.array(z.int().positive()).min(1) })

/**
 * Composes the mail with the link to all data of an address, which is valid from now. Contains no
 * stored data, because anyone may have requested it.
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

/** Composes a mail of the outbox when it is sent, unless it is obsolete by then. */
export function composeMail(mail: DueMail, sender: Sender): Mail | Obsolete {
  const to = recipientOf(mail, sender)
  if (typeof to !== 'string') return to
  // Rejects stored values with a second address or a line break, which would add recipients or
  // headers.
  if (!mailAddress.safeParse(to).success) return { obsolete: 'invalid address' }
  const content = contentOf(mail, sender)
  return 'obsolete' in content ? content : toMail(mail, to, content, sender)
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
  const address = addressOf(mail)
  const unsubscribe = address && unsubscribeToken(address)
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
