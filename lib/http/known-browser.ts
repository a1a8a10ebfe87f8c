import 'server-only'
import { randomBytes } from 'node:crypto'
import { cookies } from 'next/headers'
import { isSigned, sign } from '@/lib/sign'
import { isSecureSite } from './session-cookie-name'

const yearSeconds = 365 * 86_400
const cookieName = () => (isSecureSite() ? '__Host-known-browser' : 'known-browser')

/**
 * Notes in the browser that this account has been signed in from it. Attempts from there are counted apart, so that who
 * tries passwords from elsewhere cannot keep the owner out (OWASP, “Device cookies”).
 * @param account the account's keyed hash
 */
export async function noteKnownBrowser(account: string): Promise<void> {
  const id = randomBytes(12).toString('base64url')
  const jar = await cookies()
  jar.set(cookieName(), `${id}.${sign('known-browser', `${id} ${account}`)}`, {
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecureSite(),
    path: '/',
    maxAge: yearSeconds,
  })
}

/** The name of this browser, where the account has been signed in from it. */
export async function knownBrowser(accounts: readonly string[]): Promise<string | undefined> {
  const [id = '', signature = ''] = (await cookies()).get(cookieName())?.value.split('.') ?? []
  return accounts.some((account) => isSigned('known-browser', `${id} ${account}`, signature)) ? id : undefined
}
