import 'server-only'
import { createHash, randomBytes } from 'node:crypto'
import { isSigned, sign } from '@/lib/crypto/sign'
import { query } from '@/lib/db/client'
import { env } from '@/lib/env'

/** What a link lets do. */
export type LinkPurpose = 'invitation' | 'password-reset'

/** A secret of a link: random, and signed, so that one nobody gave out is refused without a look into the database. */
export function makeLinkToken(purpose: LinkPurpose): string {
  const random = randomBytes(24).toString('base64url')
  return `${random}.${sign(purpose, random)}`
}

/**
 * Under which name a link is kept: who reads the table has no link yet.
 * @returns undefined for a token that we did not give out
 */
export function linkIdentifier(purpose: LinkPurpose, token: string): string | undefined {
  const [random = '', signature = '', ...more] = token.split('.')
  if (more.length > 0 || !isSigned(purpose, random, signature)) return undefined
  return `${purpose}:${createHash('sha256').update(token).digest('base64url')}`
}

/** Keeps what a link stands for, for so many seconds. */
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
      VALUES (${randomBytes(16).toString('hex')}, ${linkIdentifier(purpose, token) ?? ''}, ${value}, now() + make_interval(secs => ${seconds}))`,
  )
}

/** What a link stands for, as long as it holds. Looking uses nothing up. */
export async function readLink(purpose: LinkPurpose, token: string): Promise<string | undefined> {
  const identifier = linkIdentifier(purpose, token)
  if (!identifier) return undefined
  const row = await query((client) =>
    client.staffVerification.findFirst({ where: { identifier, expiresAt: { gt: new Date() } } }),
  )
  return row?.value
}

/** The blog's address of a page, for links that leave it. Never the host a request names: anybody can name one. */
export function siteUrl(path: string): string {
  const { SITE_URL, PORT } = env()
  return (SITE_URL ?? `http://localhost:${PORT}`) + path
}
