import 'server-only'
import { unseal } from '@/lib/crypto/encrypt'
import { dataLetter } from './data-letter'
import type { DueMail } from './due-mail'
import type { Mail } from './mail'
import { mailAddress } from './mail-address'
import { type Block, htmlBody, textBody } from './mail-body'
import { oneClickPath, unsubscribePath, unsubscribeToken } from './mail-links'
import type { MailSettings, Sender } from './mail-settings'
import { type Letter, ownerLetter } from './owner-letter'
import { readerLetter } from './reader-letter'
import { staffLetter, staffRecipient } from './staff-letter'

/** What is told no more: what it was about is gone, or its reader has left. */
export type Obsolete = { obsolete: string }

/**
 * What a row of the outbox says, now that it leaves. A reader who has left since, a comment that was hidden since, and
 * an address that cannot be read any more make it obsolete.
 */
export function composeMail(mail: DueMail, sender: Sender): Mail | Obsolete {
  const to = recipientOf(mail, sender)
  if (typeof to !== 'string') return to
  // One address and nothing else, whatever was stored: a second one, or a line's end, is none of these.
  if (!mailAddress.safeParse(to).success) return { obsolete: 'the address is none' }
  const letter = letterOf(mail, sender)
  return 'obsolete' in letter ? letter : envelop(mail, to, letter, sender)
}

function recipientOf(mail: DueMail, { owner }: MailSettings): string | Obsolete {
  if (mail.kind === 'invitation' || mail.kind === 'password-reset')
    return staffRecipient(mail.data) ?? { obsolete: 'the address cannot be opened' }
  if (mail.addressId === null)
    return mail.kind.startsWith('comment-') || mail.kind === 'flood'
      ? (owner ?? { obsolete: 'no owner' })
      : { obsolete: 'the address is gone' }
  // Who wants no mail still gets what he asks for himself, or he could not have erased what he wrote.
  if (mail.isUnsubscribed && mail.kind !== 'your-data') return { obsolete: 'unsubscribed' }
  // An address that nobody has confirmed may be somebody else's: it gets nothing that a reader wrote.
  if (!mail.isVerified && mail.kind !== 'verify-address' && mail.kind !== 'published') return { obsolete: 'not verified' }
  return unseal('reader-address', mail.sealed ?? '') ?? { obsolete: 'the address cannot be opened' }
}

function letterOf(mail: DueMail, sender: Sender): Letter | Obsolete {
  switch (mail.kind) {
    case 'comment-new':
    case 'comment-held':
    case 'comment-summary':
    case 'flood':
      return ownerLetter(mail, sender)
    case 'verify-address':
    case 'reply':
    case 'published':
      return readerLetter(mail, sender)
    case 'your-data':
      return dataLetter(mail, sender)
    case 'invitation':
    case 'password-reset':
      return staffLetter(mail, sender)
    default:
      return { obsolete: 'of no kind that is known' }
  }
}

function envelop(mail: DueMail, to: string, { subject, blocks }: Letter, { origin, blogName }: Sender): Mail {
  const host = new URL(origin).hostname
  const reader = mail.addressId !== null && mail.addressCreatedAt ? { id: mail.addressId, createdAt: mail.addressCreatedAt } : undefined
  const leaving = reader && unsubscribeToken(reader)
  const all: Block[] = leaving ? [...blocks, { label: `No more mail from ${blogName}`, link: origin + unsubscribePath(leaving) }] : blocks
  return {
    to,
    subject,
    text: textBody(all),
    html: htmlBody(subject, all),
    messageId: `<mail-${mail.id}.${mail.createdAt.getTime()}@${host}>`,
    inReplyTo: mail.postId === null ? undefined : `<post-${mail.postId}@${host}>`,
    headers: {
      // RFC 3834: no program is to answer.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      // RFC 2919: the name is a phrase, of which what has a meaning in an address is no part (RFC 5322, 3.2.3).
      'List-Id': `${blogName.replaceAll(/[()<>[\]:;@\\,."]/g, '')} <comments.${host}>`,
      // RFC 2369, and RFC 8058 for the mail programs that leave by one click.
      ...(leaving && { 'List-Unsubscribe': `<${origin}${oneClickPath(leaving)}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
  }
}
