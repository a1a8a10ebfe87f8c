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
  return mail.kind === 'reply' ? replyLetter(mail, sender) : verificationLetter(mail, mail.commentId, sender)
}

function replyLetter(mail: DueMail, { origin }: Sender): Letter | Obsolete {
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
        link: `${origin}/posts/${encodeURIComponent(mail.slug ?? '')}/comments/${mail.commentId}#comment-${mail.commentId}`,
      },
    ],
  }
}

/** Anybody may have typed the address: not a word of what was written with it is in this mail. */
function verificationLetter(mail: DueMail, commentId: number, { origin, blogName }: Sender): Letter | Obsolete {
  if (mail.addressId === null || mail.addressCreatedAt === null) return { obsolete: 'the address is gone' }
  const token = verificationToken({ id: mail.addressId, createdAt: mail.addressCreatedAt }, commentId)
  const title = oneLine(mail.title ?? '')
  return {
    subject: `Confirm your address for ${blogName}`,
    blocks: [
      { say: `Somebody gave this address with a comment on “${title}”.` },
      {
        say: 'If that was you, confirm it: your name is marked as verified, you are told of replies, and you can see and erase what is kept of you.',
      },
      { label: 'Confirm your address', link: origin + verificationPath(token) },
      { say: 'The link is good for seven days. If it was not you, do nothing: nothing else is sent to you.' },
    ],
  }
}
