import type { Obsolete } from './compose-mail'
import type { DueMail } from './due-mail'
import { verificationPath, verificationToken } from './mail-links'
import type { Sender } from './mail-settings'
import type { Letter } from './owner-letter'
import { oneLine } from './plain-text'

/** What a reader is told. */
export function readerLetter(mail: DueMail, sender: Sender): Letter | Obsolete {
  if (mail.commentId === null || mail.slug === null || mail.commentStatus === 'deleted' || mail.commentStatus === 'spam') {
    return { obsolete: 'the comment is gone' }
  }
  if (mail.kind === 'reply') return replyLetter(mail, sender)
  return mail.kind === 'published' ? publishedLetter(mail, mail.commentId, sender) : verificationLetter(mail, mail.commentId, sender)
}

function permalink({ slug, commentId }: DueMail, { origin }: Sender): string {
  return `${origin}/posts/${encodeURIComponent(slug ?? '')}/comments/${commentId}#comment-${commentId}`
}

/** Goes to unconfirmed addresses too, so it holds nothing of what was written. */
function publishedLetter(mail: DueMail, commentId: number, sender: Sender): Letter | Obsolete {
  if (mail.commentStatus !== 'published') return { obsolete: 'hidden meanwhile' }
  const title = oneLine(mail.title ?? '')
  const link = confirmationLink(mail, commentId, sender)
  return {
    subject: `Your comment on “${title}” has been published`,
    blocks: [
      { say: `Your comment on “${title}” has been approved and is now public.` },
      { label: 'Read it on the page', link: permalink(mail, sender) },
      ...(mail.isVerified || link === undefined
        ? []
        : [
            { say: 'Confirm your address to be notified of replies. If you did not write this comment, ignore this message.' },
            { label: 'Confirm your address', link },
          ]),
    ],
  }
}

function confirmationLink({ addressId, addressCreatedAt }: DueMail, commentId: number, { origin }: Sender): string | undefined {
  if (addressId === null || addressCreatedAt === null) return undefined
  return origin + verificationPath(verificationToken({ id: addressId, createdAt: addressCreatedAt }, commentId))
}

function replyLetter(mail: DueMail, sender: Sender): Letter | Obsolete {
  if (mail.commentStatus !== 'published') return { obsolete: 'hidden meanwhile' }
  const title = oneLine(mail.title ?? '')
  return {
    subject: `A reply to your comment on “${title}”`,
    blocks: [
      { say: `Your comment on “${title}” was answered.` },
      { quote: `${oneLine(mail.authorName ?? '')}:` },
      { quote: mail.content ?? '' },
      {
        label: 'Read it in its place, and answer',
        link: permalink(mail, sender),
      },
    ],
  }
}

/** Anybody may have typed the address: not a word of what was written with it is in this mail. */
function verificationLetter(mail: DueMail, commentId: number, sender: Sender): Letter | Obsolete {
  const link = confirmationLink(mail, commentId, sender)
  if (link === undefined) return { obsolete: 'the address is gone' }
  const title = oneLine(mail.title ?? '')
  return {
    subject: `Confirm your address for ${sender.blogName}`,
    blocks: [
      { say: `Somebody gave this address with a comment on “${title}”.` },
      {
        say: 'If that was you, confirm it: your name is marked as verified, you are told of replies, and you can see and erase what is kept of you.',
      },
      { label: 'Confirm your address', link },
      {
        say: 'The link expires in 7 days. If it was not you, ignore this message: you only get one more if the comment is held and then published.',
      },
    ],
  }
}
