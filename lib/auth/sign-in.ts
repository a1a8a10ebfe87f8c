import 'server-only'
import { z } from 'zod'
import { minimumDuration } from '@/lib/concurrency/minimum-duration'
import { decrypt, encrypt } from '@/lib/crypto/encrypt'
import { query } from '@/lib/db/client'
import { AppError } from '@/lib/errors'
import { errorText } from '@/lib/i18n/error-text'
import { verifyPassword } from './password'
import { redeemSignInCode } from './second-factor'
import { createSession } from './session'
import { encryptStaffAddress, staffAddressHashes } from './staff-address'

/**
 * Minimum duration in milliseconds: several times that of a password check, so that timing does not
 * reveal known addresses.
 */
const responseMsMin = 400

/** A session’s token for the cookie, or a challenge that `signInWithCode` completes. */
export type SignedIn = { token: string } | { challenge: string }

/** The time to enter the code after the password, in seconds. */
export const challengeSeconds = 600
const challengeContent = z.object({ staffId: z.string(), account: z.string(), until: z.number() })
/** The staff member who entered the correct password, and the keyed hash of their address. */
export type Challenge = { staffId: string; account: string }

/**
 * Signs in with an address and a password. Creates a session, or a challenge if the staff member
 * has a second factor. An address that was encrypted with an older secret is encrypted again
 * with the first.
 * @throws AppError `unauthorized`, identical in content and timing for an unknown address and a
 * wrong password; DatabaseUnavailable
 */
export async function signIn(
  { email, password }: { email: string; password: string },
  userAgent: string,
): Promise<SignedIn> {
  return minimumDuration(responseMsMin, async () => {
    const staff = await query((client) =>
      client.staff.findFirst({
        where: { email: { in: staffAddressHashes(email) } },
        include: { accounts: { where: { providerId: 'credential' } }, secondFactor: true },
      }),
    )
    if (!(await verifyPassword(password, staff?.accounts[0]?.password)) || !staff)
      throw new AppError('unauthorized', errorText('credentials'))
    const data = encryptStaffAddress(email)
    if (staff.email !== data.email)
      await query((client) => client.staff.update({ where: { id: staff.id }, data }))
    if (!staff.secondFactor?.confirmedAt) return { token: await createSession(staff.id, userAgent) }
    const until = Date.now() + challengeSeconds * 1_000
    const content = { staffId: staff.id, account: data.email, until }
    return { challenge: encrypt('sign-in', JSON.stringify(content)) }
  })
}

/** Returns the content of a challenge; undefined if it is forged or has expired. */
export function readChallenge(challenge: string): Challenge | undefined {
  const text = decrypt('sign-in', challenge)
  const content = text === undefined ? undefined : challengeContent.parse(JSON.parse(text))
  return content && content.until > Date.now() ? content : undefined
}

/**
 * Completes sign-in with a code from the authenticator app or a recovery code.
 * @returns the session’s token, for the cookie
 * @throws AppError `unauthorized` for an incorrect or used code; DatabaseUnavailable
 */
export async function signInWithCode({ staffId }: Challenge, code: unknown, userAgent: string) {
  await redeemSignInCode(staffId, code)
  return { token: await createSession(staffId, userAgent) }
}

/**
 * Returns `next` if it is a path within the admin area; otherwise `/admin`.
 * Rejects pages outside the admin area, and URLs of other sites in any spelling that a browser
 * would follow (OWASP Unvalidated Redirects and Forwards Cheat Sheet).
 */
export function safeAdminPath(next: unknown): string {
  const home = '/admin'
  // Browsers treat “\” as “/”, drop tabs and line breaks, and resolve “..”.
  if (typeof next !== 'string' || next.length > 1_000 || !next.startsWith(home)) return home
  if (/[\\\p{Cc}]|\/\//u.test(next)) return home
  const { pathname, search, hash } = new URL(next, 'http://own.invalid')
  return /^\/admin(?:\/|$)/.test(pathname) ? pathname + search + hash : home
}
