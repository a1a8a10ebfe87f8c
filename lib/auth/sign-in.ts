import 'server-only'
import { minimumDuration } from '@/lib/concurrency/minimum-duration'
import { query } from '@/lib/db/client'
import { AppError } from '@/lib/errors'
import { errorText } from '@/lib/i18n/error-text'
import { isPassword } from './password'
import { createSession } from './session'
import { sealStaffAddress, standInsOf } from './staff-address'

/**
 * Minimum duration in milliseconds: several times that of a password check, so that timing does not
 * reveal known addresses.
 */
const answerMsMin = 400

/**
 * Signs in with an address and a password, and creates a new session. An address that was encrypted
 * with an older secret is encrypted again with the first.
 * @returns the session's token, for the cookie
 * @throws AppError `unauthorized`, identical in content and timing for an unknown address and a
 * wrong password; DatabaseUnavailable
 */
export async function signIn(
  { email, password }: { email: string; password: string },
  userAgent: string,
): Promise<{ token: string }> {
  return minimumDuration(answerMsMin, async () => {
    const staff = await query((client) =>
      client.staff.findFirst({
        where: { email: { in: standInsOf(email) } },
        include: { accounts: { where: { providerId: 'credential' } } },
      }),
    )
    if (!(await isPassword(password, staff?.accounts[0]?.password)) || !staff)
      throw new AppError('unauthorized', errorText('credentials'))
    const data = sealStaffAddress(email)
    if (staff.email !== data.email)
      await query((client) => client.staff.update({ where: { id: staff.id }, data }))
    return { token: await createSession(staff.id, userAgent) }
  })
}

/**
 * Returns `next` if it is a path within the admin area; otherwise the admin area's home. Rejects
 * other sites in any spelling that a browser would follow (OWASP Unvalidated Redirects and Forwards
 * Cheat Sheet), and pages outside the admin area.
 */
export function ownPath(next: unknown): string {
  const home = '/admin'
  // Browsers treat “\” as “/”, drop tabs and line breaks, and resolve “..”.
  if (typeof next !== 'string' || next.length > 1_000 || !next.startsWith(home)) return home
  if (/[\\\p{Cc}]|\/\//u.test(next)) return home
  const { pathname, search, hash } = new URL(next, 'http://own.invalid')
  return /^\/admin(?:\/|$)/.test(pathname) ? pathname + search + hash : home
}
