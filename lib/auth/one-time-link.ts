import 'server-only'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { query } from '@/lib/db/client'
import { env, siteOrigin } from '@/lib/env'
import { AppError } from '@/lib/errors'
import type { Prisma } from '@/lib/generated/prisma/client'
import { errorText } from '@/lib/i18n/error-text'
import { queueStaffMail } from '@/lib/mail/staff-mail'

/** The page of each kind of link, and the seconds until it expires. */
const links = {
  invitation: { path: '/invitations', seconds: 7 * 86_400 },
  'password-reset': { path: '/admin/reset', seconds: 3_600 },
}
type LinkKind = keyof typeof links

/** Returns a hash of a token, so that read access to the table yields no links. */
function identifierOf(kind: LinkKind, token: string): string {
  return `${kind}:${createHash('sha256').update(token).digest('base64url')}`
}

/**
 * Stores a link, and queues an e-mail with it if mail is configured.
 * @param value what `readLink` and `redeemLink` return
 * @param to the recipient, encrypted as `staff-address`
 * @param language the language of the e-mail (BCP 47); null for the blog's language
 * @returns its URL, which never uses the request's host, since the client controls that
 * @throws DatabaseUnavailable
 */
export async function createLink(
  kind: LinkKind,
  value: string,
  to: string,
  language: string | null = null,
): Promise<string> {
  const { path, seconds } = links[kind]
  const token = randomBytes(24).toString('base64url')
  const url = `${siteOrigin()}${path}/${token}`
  const data = {
    id: randomUUID(),
    identifier: identifierOf(kind, token),
    value,
    expiresAt: new Date(Date.now() + seconds * 1_000),
  }
  await query((client) =>
    client.staffVerification.deleteMany({ where: { expiresAt: { lt: new Date() } } }),
  )
  await query((client) => client.staffVerification.create({ data }))
  if (env().SMTP_URL)
    await query((client) => queueStaffMail(client, { kind, to, url, seconds, language }))
  return url
}

/**
 * Returns the value of a valid link without using it up; otherwise undefined.
 * @throws DatabaseUnavailable
 */
export async function readLink(kind: LinkKind, token: string): Promise<string | undefined> {
  const where = { identifier: identifierOf(kind, token), expiresAt: { gt: new Date() } }
  return (await query((client) => client.staffVerification.findFirst({ where })))?.value
}

/**
 * Uses up a link. Only one of several concurrent transactions succeeds.
 * @returns its value
 * @throws AppError `not-found` for an invalid link
 */
export async function redeemLink(
  tx: Prisma.TransactionClient,
  kind: LinkKind,
  token: string,
): Promise<string> {
  const [link] = await tx.$queryRaw<{ value: string }[]>`
    DELETE FROM staff_verifications
     WHERE identifier = ${identifierOf(kind, token)} AND expires_at > now() RETURNING value`
  if (!link) throw new AppError('not-found', errorText('expiredLink'))
  return link.value
}
