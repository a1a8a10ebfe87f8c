import 'server-only'
import { z } from 'zod'
import { standInsOf } from '@/lib/auth/staff-address'
import { decrypt } from '@/lib/crypto/encrypt'
import { type Translate, translator } from '@/lib/i18n/translator'
import { parseUrl } from '@/lib/text/parse-url'
import { isLocalOrigin } from '@/lib/threads/site'
import { commentUrl, threadTitle } from '@/lib/threads/thread-url'
import { dataPath, dataTicketMinutes, issueDataTicket } from './data-ticket'
import type { Mail } from './deliver-mail'
import type { DueMail, QuotedComment } from './due-mail'
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
import { staffMailData } from './staff-mail'

/** Thrown for a mail that is no longer sent, because of a deleted comment, for example. */
export class ObsoleteMail extends Error {}

/** Content of a mail. Subjects contain no text by readers; titles are those of owners. */
type Content = { subject: string; blocks: Block[] }
type Compose = (mail: DueMail, sender: Sender) => Content

type Key<Name extends 'mail' | 'ownerMail' | 'staffMail'> = Parameters<Translate<Name>>[0]
type Values = Record<string, string | number>

const t = (key: Key<'mail'>, values?: Values) => translator('mail')(key, values)
const toOwner = (key: Key<'ownerMail'>, values?: Values) => translator('ownerMail')(key, values)
const toStaff = (key: Key<'staffMail'>, values?: Values) => translator('staffMail')(key, values)

/** @throws ObsoleteMail */
function needed<T>(value: T | null | undefined, otherwise: string): T {
  if (value === null || value === undefined) throw new ObsoleteMail(otherwise)
  return value
}

/** @throws ObsoleteMail if the comment was deleted or moderated meanwhile */
function expectComment({ commentStatus }: DueMail, ...statuses: string[]): void {
  if (!statuses.includes(commentStatus ?? ''))
    throw new ObsoleteMail(`the comment is ${commentStatus ?? 'deleted'}`)
}

type Commented = Pick<DueMail, 'slug' | 'title' | 'url' | 'siteName'>

/**
 * Returns the title of a post, or the titles of a page and its site. Commenters can choose the
 * address and title of a page on a developer's machine, so these are not sent to others.
 */
function titleOf({ slug, title, url, siteName }: Commented): string {
  const name = oneLine(threadTitle({ slug: slug ?? '', title: title ?? '' }))
  if (siteName === null) return name
  const site = oneLine(siteName)
  return isLocalOrigin(parseUrl(url ?? '')?.origin ?? '') ? site : t('page', { title: name, site })
}

/** Returns the name of the site that a comment is on: another site, or the blog. */
const siteOf = ({ siteName }: DueMail, { blogName }: Sender) =>
  siteName === null ? blogName : oneLine(siteName)

/** Returns the absolute permalink of a comment, on its own site for a page. */
const commentHref = (
  { slug, url, commentId }: Pick<DueMail, 'slug' | 'url' | 'commentId'>,
  { origin }: Sender,
) => new URL(commentUrl({ slug: slug ?? '', url }, commentId ?? 0), origin).href
const adminUrl = ({ commentId }: DueMail, { origin }: Sender, status: string) =>
  `${origin}/admin/comments?status=${status}${commentId === null ? '' : `#comment-${commentId}`}`

/** Returns a line with the author and up to 300 characters of a comment. */
const quoteBriefly = ({ authorName, content }: QuotedComment): Block => ({
  quote: `${oneLine(authorName)}: ${oneLine(content, 300)}`,
})

/** Combines the comments beyond the limit of single mails. */
const summaryMail: Compose = (mail, sender) => {
  const quoted = needed(mail.quoted, 'the comments were deleted')
  const count = z.object({ count: z.number() }).safeParse(mail.data).data?.count ?? quoted.length
  const isAnyHeld = quoted.some(({ status }) => status === 'pending')
  return {
    subject: toOwner('summary.subject', { count, blog: sender.blogName }),
    blocks: [
      { say: toOwner('summary.text', { count }) },
      ...quoted.flatMap((comment): Block[] => {
        const isHeld = String(comment.status === 'pending')
        return [
          { say: toOwner('summary.post', { title: titleOf(comment), isHeld }) },
          quoteBriefly(comment),
        ]
      }),
      { label: toOwner('summary.all'), link: adminUrl(mail, sender, 'published') },
      ...(isAnyHeld
        ? [{ label: toOwner('reviewHeld'), link: adminUrl(mail, sender, 'pending') }]
        : []),
    ],
  }
}

const floodMail: Compose = (mail, sender) => ({
  subject: toOwner('flood.subject', { blog: sender.blogName }),
  blocks: [
    { say: toOwner('flood.text') },
    { say: toOwner('flood.once') },
    { label: toOwner('reviewHeld'), link: adminUrl(mail, sender, 'pending') },
  ],
})

const newMail: Compose = (mail, sender) => {
  expectComment(mail, 'published')
  const title = titleOf(mail)
  return {
    subject: toOwner('new.subject', { title }),
    blocks: [
      { say: toOwner('new.text', { title }) },
      ...quoteComment(mail.authorName, mail.content),
      { label: t('viewComment'), link: commentHref(mail, sender) },
      ...verdictLinks(mail, sender, ['spam', 'deleted']),
      { label: toOwner('moderate'), link: adminUrl(mail, sender, 'published') },
    ],
  }
}

const reasons = z.array(z.object({ reason: z.string() }))

/** Reports a held comment, or a held edit of a published one. */
const heldMail: Compose = (mail, sender) => {
  const isEdit = mail.commentStatus === 'published' && mail.waitingContent !== null
  if (!isEdit) expectComment(mail, 'pending')
  const title = titleOf(mail)
  const kind = isEdit ? 'edited' : 'held'
  const why = (reasons.safeParse(mail.screening).data ?? [])
    .map(({ reason }) => oneLine(reason, 200))
    .filter((reason) => reason !== '')
  return {
    subject: toOwner(`${kind}.subject`, { title }),
    blocks: [
      { say: toOwner(`${kind}.text`, { title }) },
      ...quoteComment(mail.authorName, isEdit ? mail.waitingContent : mail.content),
      ...(why.length > 0 ? [{ say: toOwner('held.reasons') }, { quote: why.join('\n') }] : []),
      ...verdictLinks(
        mail,
        sender,
        isEdit ? ['published', 'keep'] : ['published', 'spam', 'deleted'],
      ),
      { label: toOwner('moderate'), link: adminUrl(mail, sender, 'pending') },
    ],
  }
}

type MailedVerdict = 'published' | 'keep' | 'spam' | 'deleted'

/** Returns the staff member with a notification address; otherwise the owner, who configured it. */
function addresseeOf({ notifiedStaff, owner }: DueMail, { owners }: Sender) {
  const standIn = owners.flatMap(standInsOf).find((one) => Object.hasOwn(notifiedStaff, one))
  return notifiedStaff[standIn ?? ''] ?? owner
}

/**
 * Links to moderate the quoted text without signing in. Each asks for confirmation. They act for
 * the addressee of the mail.
 */
function verdictLinks(mail: DueMail, sender: Sender, verdicts: MailedVerdict[]): Block[] {
  const { commentId, commentStatus: status, content, waitingContent } = mail
  const addressee = addresseeOf(mail, sender)
  if (!addressee || addressee.role === 'writer') return []
  if (commentId === null || status === null || content === null) return []
  const text = quoteDigest(content, waitingContent)
  const token = moderationToken({
    staffId: addressee.id,
    commentId,
    status,
    text,
    sentAt: new Date(),
  })
  return [
    ...verdicts.map((verdict) => ({
      label: toOwner(`verdicts.${verdict}`),
      link: sender.origin + moderationPath(token, verdict),
    })),
    { say: toOwner('verdicts.hint', { days: moderationLinkDays }) },
  ]
}

function confirmationUrl(mail: DueMail, { origin }: Sender): string {
  const address = needed(addressOf(mail), 'the address was deleted')
  return origin + verificationPath(verificationToken(address, mail.commentId ?? 0))
}

/** Contains no text of the comment, because anyone may have entered the address. */
const verificationMail: Compose = (mail, sender) => {
  expectComment(mail, 'published', 'pending')
  return {
    subject: t('confirm.subject', { blog: siteOf(mail, sender) }),
    blocks: [
      { say: t('confirm.text', { title: titleOf(mail) }) },
      { say: t('confirm.benefit') },
      { label: t('confirm.link'), link: confirmationUrl(mail, sender) },
      { say: t('confirm.expiry') },
    ],
  }
}

/** Sent to an unconfirmed address for which someone follows a thread. */
const followMail: Compose = (mail, sender) => {
  needed(mail.slug, 'the thread was deleted')
  return {
    subject: t('confirm.subject', { blog: siteOf(mail, sender) }),
    blocks: [
      { say: t('follow.text', { title: titleOf(mail) }) },
      { say: t('follow.benefit') },
      { label: t('confirm.link'), link: confirmationUrl(mail, sender) },
      { say: t('follow.expiry') },
    ],
  }
}

/** Maximum number of comments that a digest quotes; further ones are only counted. */
const digestQuotesMax = 20

/** Combines the new comments of the threads that a reader follows. */
const digestMail: Compose = (mail, sender) => {
  const comments = needed(mail.quoted, 'none of its comments is public and followed')
  const address = needed(addressOf(mail), 'the address was deleted')
  const quoted = comments.slice(0, digestQuotesMax)
  const more = comments.length - quoted.length
  const threads = [...new Map(quoted.map((comment) => [comment.threadId, comment])).values()]
  const title = titleOf(threads[0] ?? mail)
  return {
    subject:
      threads.length === 1
        ? t('digest.subject', { title })
        : t('digest.subjectOfPages', { count: threads.length }),
    blocks: [
      ...threads.flatMap((page): Block[] => [
        { say: t('digest.text', { title: titleOf(page) }) },
        ...quoted
          .filter(({ threadId }) => threadId === page.threadId)
          .flatMap((comment) => [
            quoteBriefly(comment),
            { label: t('viewComment'), link: commentHref(comment, sender) },
          ]),
        {
          label: t('digest.unfollow', { title: titleOf(page) }),
          link: sender.origin + unsubscribePath(unsubscribeToken(address, page.threadId)),
        },
      ]),
      ...(more > 0 ? [{ say: t('digest.more', { count: more }) }] : []),
    ],
  }
}

const replyMail: Compose = (mail, sender) => {
  expectComment(mail, 'published')
  const title = titleOf(mail)
  return {
    subject: t('reply.subject', { title }),
    blocks: [
      { say: t('reply.text', { title }) },
      ...quoteComment(mail.authorName, mail.content),
      { label: t('reply.link'), link: commentHref(mail, sender) },
    ],
  }
}

/** Also sent to unconfirmed addresses, so it does not contain the comment. */
const publishedMail: Compose = (mail, sender) => {
  expectComment(mail, 'published')
  const title = titleOf(mail)
  const confirmation = [
    { say: t('published.confirm') },
    { label: t('confirm.link'), link: confirmationUrl(mail, sender) },
  ]
  return {
    subject: t('published.subject', { title }),
    blocks: [
      { say: t('published.text', { title }) },
      { label: t('viewComment'), link: commentHref(mail, sender) },
      ...(mail.isVerified ? [] : confirmation),
    ],
  }
}

const addressIds = z.object({ addressIds: z.array(z.int().positive()).min(1) })

/**
 * Contains the link to all data of an address, which is valid from now, but no stored data, because
 * anyone may have requested it.
 */
const dataMail: Compose = ({ data }, { origin, blogName }) => {
  const claim = needed(addressIds.safeParse(data).data, 'no address')
  return {
    subject: t('data.subject', { blog: blogName }),
    blocks: [
      { say: t('data.text', { blog: blogName }) },
      {
        label: t('data.link'),
        link: origin + dataPath(issueDataTicket({ ...claim, commentIds: [] })),
      },
      { say: t('data.expiry', { minutes: dataTicketMinutes }) },
    ],
  }
}

const staffDataOf = (mail: DueMail) =>
  needed(staffMailData.safeParse(mail.data).data, 'invalid data')

/** Returns the composer of a mail with a link for a staff member. */
const staffMail =
  (kind: 'invitation' | 'password' | 'secondFactor'): Compose =>
  (mail, { blogName: blog }) => {
    const { link, until } = staffDataOf(mail)
    if (Date.parse(until) <= Date.now()) throw new ObsoleteMail('its link has expired')
    return {
      subject: toStaff(`${kind}.subject`, { blog }),
      blocks: [
        { say: toStaff(`${kind}.text`, { blog }) },
        {
          label: toStaff(`${kind}.link`),
          link: needed(decrypt('staff-link', link), 'its link cannot be decrypted'),
        },
        { say: toStaff(`${kind}.unexpected`) },
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
  'verify-address': { to: readerOf, compose: verificationMail },
  'verify-follow': { to: readerOf, compose: followMail },
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

function staffOf(mail: DueMail): [string] {
  const { to } = staffDataOf(mail)
  return [needed(decrypt('staff-address', to), 'the address cannot be decrypted')]
}

function readerOf({ kind, sealed, isVerified, isUnsubscribed }: DueMail): [string] {
  // Unsubscribed readers still get a link that they request, so that they can erase their data.
  if (isUnsubscribed && kind !== 'your-data') throw new ObsoleteMail('unsubscribed')
  // An unconfirmed address may belong to another person, so it gets no text of other readers.
  if (!isVerified && !['verify-address', 'verify-follow', 'published'].includes(kind))
    throw new ObsoleteMail('not verified')
  return [needed(decrypt('reader-address', sealed ?? ''), 'the address cannot be decrypted')]
}

function addressOf({ addressId: id, addressCreatedAt: createdAt }: DueMail) {
  return id === null || createdAt === null ? undefined : { id, createdAt }
}

/** Returns the language of a mail's recipient (BCP 47); null for that of the blog. */
export function languageOf(mail: DueMail, sender: Sender): string | null {
  const to = kinds[mail.kind]?.to
  if (to === ownersOf) return addresseeOf(mail, sender)?.language ?? null
  if (to === staffOf) return staffMailData.safeParse(mail.data).data?.language ?? null
  return mail.siteLanguage ?? mail.quoted?.[0]?.siteLanguage ?? null
}

/**
 * Composes a mail of the outbox when it is sent, in the current language.
 * @throws ObsoleteMail
 */
export function composeMail(mail: DueMail, sender: Sender): Mail {
  const { to: recipientOf, compose } = needed(kinds[mail.kind], 'unknown kind')
  const to = recipientOf(mail, sender)
  // Rejects stored values with a second address or a line break, which would add recipients or
  // headers.
  if (!to.every((address) => mailAddress.safeParse(address).success))
    throw new ObsoleteMail('invalid address')
  const { subject, blocks } = compose(mail, sender)
  const { origin, blogName } = sender
  const host = new URL(origin).hostname
  const address = addressOf(mail)
  const unsubscribe = address && unsubscribeToken(address)
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
