import { z } from 'zod'
import type { DueMail, Obsolete } from './due-mail'
import type { Block } from './mail-body'
import type { Sender } from './mail-settings'
import { oneLine } from './plain-text'

/** Content of a mail. Subjects contain no text by readers; post titles are the owner's. */
export type Letter = { subject: string; blocks: Block[] }

const reasons = z.array(z.object({ reason: z.string() }))

/** Maximum number of characters quoted from each comment of a summary. */
const excerptLength = 300

/** Combines the comments beyond the limit of single mails. */
function summaryLetter(
  { data, quoted }: DueMail,
  blogName: string,
  admin: (status: string) => string,
): Letter | Obsolete {
  if (quoted === null) return { obsolete: 'the comments are gone' }
  const count = z.object({ count: z.number() }).safeParse(data).data?.count ?? quoted.length
  const held = quoted.filter(({ status }) => status === 'pending').length
  return {
    subject:
      count === 1 ? `One more comment on ${blogName}` : `${count} more comments on ${blogName}`,
    blocks: [
      {
        say:
          (count === 1 ? 'One more comment' : `${count} more comments`) +
          ' came in within ten minutes.',
      },
      ...quoted.flatMap(({ status, authorName, content, title }): Block[] => [
        { say: `On “${oneLine(title)}”${status === 'pending' ? ', held for approval' : ''}:` },
        { quote: `${oneLine(authorName)}: ${oneLine(content, excerptLength)}` },
      ]),
      { label: 'See all comments', link: admin('published') },
      ...(held > 0
        ? [{ label: 'See the comments held for approval', link: admin('pending') }]
        : []),
    ],
  }
}

/** Composes a mail to the owner. The mail is obsolete if the comment has been judged meanwhile. */
export function ownerLetter(mail: DueMail, { origin, blogName }: Sender): Letter | Obsolete {
  const admin = (status: string) =>
    `${origin}/admin/comments?status=${status}` +
    (mail.commentId === null ? '' : `#comment-${mail.commentId}`)
  if (mail.kind === 'flood') {
    return {
      subject: `Many comments at once on ${blogName}`,
      blocks: [
        {
          say:
            'Many comments are coming in from networks that were not seen before. ' +
            'All from such networks are held until it calms down.',
        },
        { say: 'You are told this once.' },
        { label: 'See what waits', link: admin('pending') },
      ],
    }
  }
  if (mail.kind === 'comment-summary') return summaryLetter(mail, blogName, admin)
  if (mail.commentId === null || mail.slug === null) return { obsolete: 'the comment is gone' }
  const title = oneLine(mail.title ?? '')
  const isEdit = mail.commentStatus === 'published' && mail.waitingContent !== null
  if (mail.kind === 'comment-held' && mail.commentStatus !== 'pending' && !isEdit)
    return { obsolete: 'judged meanwhile' }
  if (mail.kind === 'comment-new' && mail.commentStatus !== 'published')
    return { obsolete: 'hidden meanwhile' }
  const quotes: Block[] = [
    { quote: `${oneLine(mail.authorName ?? '')}:` },
    { quote: (isEdit ? mail.waitingContent : mail.content) ?? '' },
  ]
  if (mail.kind === 'comment-new') {
    const post = `${origin}/posts/${encodeURIComponent(mail.slug)}`
    const here = `${post}/comments/${mail.commentId}#comment-${mail.commentId}`
    return {
      subject: `New comment on “${title}”`,
      blocks: [
        { say: `There is a new comment on “${title}”.` },
        ...quotes,
        { label: 'Read it in its place', link: here },
        { label: 'Judge it in the admin area', link: admin('published') },
      ],
    }
  }
  const why = (reasons.safeParse(mail.screening).data ?? [])
    .map(({ reason }) => oneLine(reason, 200))
    .filter((reason) => reason !== '')
  return {
    subject: isEdit
      ? `A changed comment waits for you on “${title}”`
      : `A comment waits for you on “${title}”`,
    blocks: [
      {
        say: isEdit
          ? `A comment on “${title}” was changed. ` +
            'Its earlier text stays until you have judged the new one.'
          : `A comment on “${title}” is held until you have judged it.`,
      },
      ...quotes,
      ...(why.length > 0 ? [{ say: 'Why it is held:' }, { quote: why.join('\n') }] : []),
      { label: 'Judge it in the admin area', link: admin('pending') },
    ],
  }
}
