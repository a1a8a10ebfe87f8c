import 'server-only'
import { randomBytes } from 'node:crypto'
import { cookies } from 'next/headers'
import { sign, verifySignature } from '@/lib/crypto/sign'
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

/**
 * Returns the key under which attempts to sign in to an account are counted. A browser from which
 * the account has signed in has a key of its own.
 * @param accounts the account's keyed hashes, the current one first
 */
export async function attemptKey(accounts: readonly [string, ...string[]]): Promise<string> {
  const [id = '', signature = ''] =
    (await cookies()).get(knownBrowserCookieName())?.value.split('.') ?? []
  const isKnown = accounts.some((account) =>
    verifySignature('known-browser', `${id} ${account}`, signature),
  )
  return isKnown ? `${accounts[0]} from ${id}` : accounts[0]
}
