import 'server-only'
import { createHash, randomBytes } from 'node:crypto'
import { isSigned, sign } from '@/lib/crypto/sign'
import { query } from '@/lib/db/client'
import { env } from '@/lib/env'

/** The purpose of a one-time link. */
export type LinkPurpose = 'invitation' | 'password-reset'

/** Makes the secret of a link: random and signed, to reject forged ones without a query. */
export function makeLinkToken(purpose: LinkPurpose): string {
  const random = randomBytes(24).toString('base64url')
  return `${random}.${sign(purpose, random)}`
}

/**
 * Returns the identifier under which a link is stored. It is a hash, so that read access to the
 * table yields no links.
 * @returns undefined for a token that was not issued here
 */
export function linkIdentifier(purpose: LinkPurpose, token: string): string | undefined {
  const [random = '', signature = '', ...more] = token.split('.')
  if (more.length > 0 || !isSigned(purpose, random, signature)) return undefined
  return `${purpose}:${createHash('sha256').update(token).digest('base64url')}`
}

/** Stores the value of a link for `seconds` seconds. */
export async function keepLink(
  purpose: LinkPurpose,
  token: string,
  value: string,
  seconds: number,
): Promise<void> {
  await query(
    (client) => client.$executeRaw`
      WITH old AS (
        DELETE FROM staff_verifications WHERE expires_at < now()
      )
      INSERT INTO staff_verifications (id, identifier, value, expires_at)
      VALUES (${randomBytes(16).toString('hex')}, ${linkIdentifier(purpose, token) ?? ''}, ${value},
              now() + make_interval(secs => ${seconds}))`,
  )
}

/** Returns the value of a link that has not expired, without using it up. */
export async function readLink(purpose: LinkPurpose, token: string): Promise<string | undefined> {
  const identifier = linkIdentifier(purpose, token)
  if (!identifier) return undefined
  const row = await query((client) =>
    client.staffVerification.findFirst({ where: { identifier, expiresAt: { gt: new Date() } } }),
  )
  return row?.value
}

/**
 * Returns the public URL of a path, for links in mails. It never uses the request's host, which the
 * client controls.
 */
export function siteUrl(path: string): string {
  const { SITE_URL, PORT } = env()
  return (SITE_URL ?? `http://localhost:${PORT}`) + path
}
