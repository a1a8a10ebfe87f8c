import 'server-only'
import { z } from 'zod'
import { staffAddressHashes } from '@/lib/auth/staff-address'
import { decrypt } from '@/lib/crypto/encrypt'
import { type Translate, translator } from '@/lib/i18n/translator'
import { parseUrl } from '@/lib/text/parse-url'
import { isLocalOrigin } from '@/lib/threads/site'
import { commentUrl, threadTitle } from '@/lib/threads/thread-url'
import { dataPath, dataTicketMinutes, issueDataTicket } from './data-ticket'
import type { Mail } from './deliver-mail'
import type { DueMail, MailedComment, MailedThread } from './due-mail'
import { mailAddress } from './mail-address'
import { type Block, htmlBody, oneLine, quoteComment, textBody } from './mail-body'
import {
  moderationLinkDays,
  moderationPath,
  moderationToken,
  oneClickPath,
  quoteDigest,
  unsubscribePath,
  unsubscribeToken,
  verificationPath,
  verificationToken,
} from './mail-links'
import type { Sender } from './mail-settings'

/**
 * Thrown for an e-mail that must not be sent any more, for example because of a deleted comment.
 */
export class ObsoleteMail extends Error {}

/** Content of an e-mail. Subjects contain no text by readers, but titles by owners. */
type Content = { subject: string; blocks: Block[] }
type Compose = (mail: DueMail, sender: Sender) => Content

type Key<Name extends 'mail' | 'ownerMail' | 'staffMail'> = Parameters<Translate<Name>>[0]
type Values = Record<string, string | number>

const t = (key: Key<'mail'>, values?: Values) => translator('mail')(key, values)
const ownerText = (key: Key<'ownerMail'>, values?: Values) => translator('ownerMail')(key, values)
const staffText = (key: Key<'staffMail'>, values?: Values) => translator('staffMail')(key, values)

/** @throws ObsoleteMail */
function required<T>(value: T | null | undefined, obsoleteReason: string): T {
  if (value === null || value === undefined) throw new ObsoleteMail(obsoleteReason)
  return value
}

/** @throws ObsoleteMail if the comment was deleted or moderated in the meantime */
function commentOf({ comment }: DueMail, ...statuses: MailedComment['status'][]): MailedComment {
  if (comment && statuses.includes(comment.status)) return comment
  throw new ObsoleteMail(`the comment is ${comment?.status ?? 'deleted'}`)
}

/**
 * Returns the title of a post, or the titles of a page and its site. Commenters can choose the
 * address and title of a page on a developer's machine, so these are not sent to others.
 */
function titleOf(thread: MailedThread): string {
  const title = oneLine(threadTitle(thread))
  if (thread.site === null) return title
  const site = oneLine(thread.site.name)
  return isLocalOrigin(parseUrl(thread.url)?.origin ?? '') ? site : t('page', { title, site })
}

/** Returns the name of the site that a comment is on: another site, or the blog. */
const siteOf = ({ site }: MailedThread, { blogName }: Sender) =>
  site === null ? blogName : oneLine(site.name)

/** Returns the absolute permalink of a comment, on its own site for a page. */
const commentHref = ({ id, thread }: MailedComment, { origin }: Sender) =>
  new URL(commentUrl(thread, id), origin).href
const adminUrl = ({ commentId }: DueMail, { origin }: Sender, status: string) =>
  `${origin}/admin/comments?status=${status}${commentId === null ? '' : `#comment-${commentId}`}`

/** Returns a line with the author and up to 300 characters of a comment. */
const quoteBriefly = ({ authorName, content }: MailedComment): Block => ({
  quote: t('quote', { author: oneLine(authorName), text: oneLine(content, 300) }),
})

/** Combines the comments beyond the limit of single mails. */
const summaryMail: Compose = (mail, sender) => {
  const { quoted } = mail
  if (quoted.length === 0) throw new ObsoleteMail('the comments were deleted')
  const { count = quoted.length } = mail.data
  const isAnyHeld = quoted.some(({ status }) => status === 'pending')
  return {
    subject: ownerText('summary.subject', { count, blog: sender.blogName }),
    blocks: [
      { text: ownerText('summary.text', { count }) },
      ...quoted.flatMap((comment): Block[] => {
        const isHeld = String(comment.status === 'pending')
        return [
          { text: ownerText('summary.post', { title: titleOf(comment.thread), isHeld }) },
          quoteBriefly(comment),
        ]
      }),
      { label: ownerText('summary.all'), link: adminUrl(mail, sender, 'published') },
      ...(isAnyHeld
        ? [{ label: ownerText('reviewHeld'), link: adminUrl(mail, sender, 'pending') }]
        : []),
    ],
  }
}

const floodMail: Compose = (mail, sender) => ({
  subject: ownerText('flood.subject', { blog: sender.blogName }),
  blocks: [
    { text: ownerText('flood.text') },
    { text: ownerText('flood.once') },
    { label: ownerText('reviewHeld'), link: adminUrl(mail, sender, 'pending') },
  ],
})

const newMail: Compose = (mail, sender) => {
  const comment = commentOf(mail, 'published')
  const title = titleOf(comment.thread)
  return {
    subject: ownerText('new.subject', { title }),
    blocks: [
      { text: ownerText('new.text', { title }) },
      ...quoteComment(comment.authorName, comment.content),
      { label: t('viewComment'), link: commentHref(comment, sender) },
      ...verdictLinks(mail, sender, ['spam', 'deleted']),
      { label: ownerText('moderate'), link: adminUrl(mail, sender, 'published') },
    ],
  }
}

const storedReasons = z.array(z.object({ reason: z.string() }))

/** Reports a held comment, or a held edit of a published one. */
const heldMail: Compose = (mail, sender) => {
  const edited = mail.comment?.status === 'published' ? mail.comment.waitingContent : null
  const isEdit = edited !== null
  const comment = commentOf(mail, isEdit ? 'published' : 'pending')
  const title = titleOf(comment.thread)
  const kind = isEdit ? 'edited' : 'held'
  const reasons = [comment.waitingScreening, comment.screening]
    .flatMap((found) => storedReasons.safeParse(found).data ?? [])
    .map(({ reason }) => oneLine(reason, 200))
    .filter((reason) => reason !== '')
  return {
    subject: ownerText(`${kind}.subject`, { title }),
    blocks: [
      { text: ownerText(`${kind}.text`, { title }) },
      ...quoteComment(comment.authorName, edited ?? comment.content),
      ...(reasons.length > 0
        ? [{ text: ownerText('held.reasons') }, { quote: reasons.join('\n') }]
        : []),
      ...verdictLinks(
        mail,
        sender,
        isEdit ? ['published', 'keep'] : ['published', 'spam', 'deleted'],
      ),
      { label: ownerText('moderate'), link: adminUrl(mail, sender, 'pending') },
    ],
  }
}

type MailedVerdict = 'published' | 'keep' | 'spam' | 'deleted'

/** Returns the staff member with a notification address; otherwise the owner, who configured it. */
function addresseeOf({ staff }: DueMail, { owners }: Sender) {
  return (
    owners
      .flatMap(staffAddressHashes)
      .flatMap((hash) => staff.find(({ email }) => email === hash) ?? [])
      .at(0) ?? staff.find(({ role }) => role === 'owner')
  )
}

/**
 * Links to moderate the quoted text without signing in. Each leads to a page with a button. They
 * act for the addressee of the e-mail.
 */
function verdictLinks(mail: DueMail, sender: Sender, verdicts: MailedVerdict[]): Block[] {
  const { comment } = mail
  const addressee = addresseeOf(mail, sender)
  if (!comment || !addressee || addressee.role === 'writer') return []
  const token = moderationToken({
    staffId: addressee.id,
    commentId: comment.id,
    status: comment.status,
    text: quoteDigest(comment.content, comment.waitingContent),
    sentAt: new Date(),
  })
  return [
    ...verdicts.map((verdict) => ({
      label: ownerText(`verdicts.${verdict}`),
      link: sender.origin + moderationPath(token, verdict),
    })),
    { text: ownerText('verdicts.hint', { days: moderationLinkDays }) },
  ]
}

function confirmationUrl({ address, commentId }: DueMail, { origin }: Sender): string {
  const token = verificationToken(required(address, 'the address was deleted'), commentId ?? 0)
  return origin + verificationPath(token)
}

/**
 * Asks for a confirmation of an address that was entered with a comment or to follow a thread.
 * Contains no text of the comment, because anyone may have entered the address.
 */
const verificationMail =
  (kind: 'confirm' | 'follow'): Compose =>
  (mail, sender) => {
    if (kind === 'confirm') commentOf(mail, 'published', 'pending')
    const thread = required(mail.thread, 'the thread was deleted')
    return {
      subject: t('confirm.subject', { blog: siteOf(thread, sender) }),
      blocks: [
        { text: t(`${kind}.text`, { title: titleOf(thread) }) },
        { text: t(`${kind}.benefit`) },
        { label: t('confirm.link'), link: confirmationUrl(mail, sender) },
        { text: t(`${kind}.expiry`) },
      ],
    }
  }

/** Maximum number of comments that a digest quotes; further ones are only counted. */
const digestQuotesMax = 20

/** Combines the new comments of the threads that a reader follows. */
const digestMail: Compose = (mail, sender) => {
  const quoted = mail.quoted.slice(0, digestQuotesMax)
  const threads = [...new Map(quoted.map(({ thread }) => [thread.id, thread])).values()]
  const [first] = threads
  if (!first) throw new ObsoleteMail('none of its comments is public and followed')
  const address = required(mail.address, 'the address was deleted')
  const more = mail.quoted.length - quoted.length
  return {
    subject:
      threads.length === 1
        ? t('digest.subject', { title: titleOf(first) })
        : t('digest.subjectOfPages', { count: threads.length }),
    blocks: [
      ...threads.flatMap((thread): Block[] => [
        { text: t('digest.text', { title: titleOf(thread) }) },
        ...quoted
          .filter(({ postId }) => postId === thread.id)
          .flatMap((comment) => [
            quoteBriefly(comment),
            { label: t('viewComment'), link: commentHref(comment, sender) },
          ]),
        {
          label: t('digest.unfollow', { title: titleOf(thread) }),
          link: sender.origin + unsubscribePath(unsubscribeToken(address, thread.id)),
        },
      ]),
      ...(more > 0 ? [{ text: t('digest.more', { count: more }) }] : []),
    ],
  }
}

const replyMail: Compose = (mail, sender) => {
  const comment = commentOf(mail, 'published')
  const title = titleOf(comment.thread)
  return {
    subject: t('reply.subject', { title }),
    blocks: [
      { text: t('reply.text', { title }) },
      ...quoteComment(comment.authorName, comment.content),
      { label: t('reply.link'), link: commentHref(comment, sender) },
    ],
  }
}

/** Also sent to unconfirmed addresses, so it does not contain the comment. */
const publishedMail: Compose = (mail, sender) => {
  const comment = commentOf(mail, 'published')
  const title = titleOf(comment.thread)
  const confirmation = [
    { text: t('published.confirm') },
    { label: t('confirm.link'), link: confirmationUrl(mail, sender) },
  ]
  return {
    subject: t('published.subject', { title }),
    blocks: [
      { text: t('published.text', { title }) },
      { label: t('viewComment'), link: commentHref(comment, sender) },
      ...(mail.address?.verifiedAt ? [] : confirmation),
    ],
  }
}

/**
 * Contains the link to all data of an address, which is valid from now, but no stored data, because
 * anyone may have requested it.
 */
const dataMail: Compose = ({ data }, { origin, blogName }) => {
  const addressIds = required(data.addressIds, 'no address')
  return {
    subject: t('data.subject', { blog: blogName }),
    blocks: [
      { text: t('data.text', { blog: blogName }) },
      {
        label: t('data.link'),
        link: origin + dataPath(issueDataTicket({ addressIds, commentIds: [] })),
      },
      { text: t('data.expiry', { minutes: dataTicketMinutes }) },
    ],
  }
}

/** Returns the composer of an e-mail with a link for a staff member. */
const staffMail =
  (kind: 'invitation' | 'password' | 'secondFactor'): Compose =>
  ({ data: { link = '', until = '' } }, { blogName: blog }) => {
    if (!(Date.parse(until) > Date.now())) throw new ObsoleteMail('its link has expired')
    return {
      subject: staffText(`${kind}.subject`, { blog }),
      blocks: [
        { text: staffText(`${kind}.text`, { blog }) },
        {
          label: staffText(`${kind}.link`),
          link: required(decrypt('staff-link', link), 'its link cannot be decrypted'),
        },
        { text: staffText(`${kind}.unexpected`) },
      ],
    }
  }

/** The recipients and the content of each kind of mail. */
const kinds: Record<
  string,
  { to: (mail: DueMail, sender: Sender) => readonly string[]; compose: Compose }
> = {
  'comment-new': { to: ownersOf, compose: newMail },
  'comment-held': { to: ownersOf, compose: heldMail },
  'comment-summary': { to: ownersOf, compose: summaryMail },
  flood: { to: ownersOf, compose: floodMail },
  'verify-address': { to: readerOf, compose: verificationMail('confirm') },
  'verify-follow': { to: readerOf, compose: verificationMail('follow') },
  digest: { to: readerOf, compose: digestMail },
  reply: { to: readerOf, compose: replyMail },
  published: { to: readerOf, compose: publishedMail },
  'your-data': { to: readerOf, compose: dataMail },
  invitation: { to: staffOf, compose: staffMail('invitation') },
  'password-reset': { to: staffOf, compose: staffMail('password') },
  'second-factor-off': { to: staffOf, compose: staffMail('secondFactor') },
}

function ownersOf(_: DueMail, { owners }: Sender): readonly string[] {
  if (owners.length === 0) throw new ObsoleteMail('no owner')
  return owners
}

function staffOf({ data }: DueMail): [string] {
  return [required(decrypt('staff-address', data.to ?? ''), 'the address cannot be decrypted')]
}

function readerOf({ kind, address }: DueMail): [string] {
  // Unsubscribed readers still get a link that they request, so that they can erase their data.
  if (address?.unsubscribedAt && kind !== 'your-data') throw new ObsoleteMail('unsubscribed')
  // An unconfirmed address may belong to another person, so it gets no text of other readers.
  if (!address?.verifiedAt && !['verify-address', 'verify-follow', 'published'].includes(kind))
    throw new ObsoleteMail('not verified')
  const encrypted = address?.encryptedAddress ?? ''
  return [required(decrypt('reader-address', encrypted), 'the address cannot be decrypted')]
}

/** Returns the language of an e-mail's recipient (BCP 47); null for the blog's language. */
export function languageOf(mail: DueMail, sender: Sender): string | null {
  const to = kinds[mail.kind]?.to
  if (to === ownersOf) return addresseeOf(mail, sender)?.language ?? null
  if (to === staffOf) return mail.data.language ?? null
  return (mail.thread ?? mail.quoted[0]?.thread)?.site?.language ?? null
}

/**
 * Composes an e-mail of the outbox when it is sent, in the current language.
 * @throws ObsoleteMail
 */
export function composeMail(mail: DueMail, sender: Sender): Mail {
  const { to: recipientOf, compose } = required(kinds[mail.kind], 'unknown kind')
  const to = recipientOf(mail, sender)
  // Rejects stored values with a second address or a line break, which would add recipients or
  // headers.
  if (!to.every((address) => mailAddress.safeParse(address).success))
    throw new ObsoleteMail('invalid address')
  const { subject, blocks } = compose(mail, sender)
  const { origin, blogName } = sender
  const host = new URL(origin).hostname
  const unsubscribe = mail.address && unsubscribeToken(mail.address)
  if (unsubscribe)
    blocks.push({
      label: t('unsubscribe', { blog: blogName }),
      link: origin + unsubscribePath(unsubscribe),
    })
  return {
    to,
    subject,
    text: textBody(blocks),
    html: htmlBody(subject, blocks),
    messageId: `<mail-${mail.id}.${mail.createdAt.getTime()}@${host}>`,
    inReplyTo: mail.thread ? `<post-${mail.thread.id}@${host}>` : undefined,
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
