import 'server-only'
import { randomBytes } from 'node:crypto'
import { cookies } from 'next/headers'
import { isSigned, sign } from '@/lib/crypto/sign'
import { isSecureSite } from '@/lib/http/session/session-cookie-name'

export const knownBrowserCookieDays = 365

export const knownBrowserCookieName = () =>
  isSecureSite() ? '__Host-known-browser' : 'known-browser'

/**
 * Notes in the browser that this account has been signed in from it. Attempts from there are counted apart, so that who
 * tries passwords from elsewhere cannot keep the owner out (OWASP, “Device cookies”).
 * @param account the account's keyed hash
 */
export async function noteKnownBrowser(account: string): Promise<void> {
  const id = randomBytes(12).toString('base64url')
  const jar = await cookies()
  jar.set(knownBrowserCookieName(), `${id}.${sign('known-browser', `${id} ${account}`)}`, {
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecureSite(),
    path: '/',
    maxAge: knownBrowserCookieDays * 86_400,
  })
}

/** The name of this browser, where the account has been signed in from it. */
export async function knownBrowser(accounts: readonly string[]): Promise<string | undefined> {
  const [id = '', signature = ''] =
    (await cookies()).get(knownBrowserCookieName())?.value.split('.') ?? []
  return accounts.some((account) => isSigned('known-browser', `${id} ${account}`, signature))
    ? id
    : undefined
}
