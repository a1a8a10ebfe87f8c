import 'server-only'
import { randomBytes } from 'node:crypto'
import { cookies } from 'next/headers'
import { isSigned, sign } from '@/lib/crypto/sign'
import { cookieAttributes, isSecureSite } from '@/lib/http/session/session-cookie'

export const knownBrowserCookieDays = 365

export const knownBrowserCookieName = () =>
  isSecureSite() ? '__Host-known-browser' : 'known-browser'

/**
 * Marks the browser as one from which this account has signed in. Attempts from it are counted
 * separately, so that password guessing from elsewhere cannot lock the owner out (OWASP, “Device
 * cookies”).
 * @param account the account's keyed hash
 */
export async function rememberBrowser(account: string): Promise<void> {
  const id = randomBytes(12).toString('base64url')
  const jar = await cookies()
  const value = `${id}.${sign('known-browser', `${id} ${account}`)}`
  jar.set(knownBrowserCookieName(), value, cookieAttributes(knownBrowserCookieDays * 86_400))
}

/** Returns the identifier of this browser if one of the accounts has signed in from it. */
export async function knownBrowser(accounts: readonly string[]): Promise<string | undefined> {
  const [id = '', signature = ''] =
    (await cookies()).get(knownBrowserCookieName())?.value.split('.') ?? []
  return accounts.some((account) => isSigned('known-browser', `${id} ${account}`, signature))
    ? id
    : undefined
}
