'use server'
import { headers } from 'next/headers'
import { z } from 'zod'
import { safeAdminPath, signIn } from '@/lib/auth/sign-in'
import { staffAddressHashes } from '@/lib/auth/staff-address'
import { adminAction } from '@/lib/http/admin-action'
import { attemptKey, rememberBrowser } from '@/lib/http/cookies/known-browser'
import { signInPath } from '@/lib/http/session/require-staff'
import { setChallengeCookie } from '@/lib/http/session/sign-in-challenge'
import { setSessionCookie } from '@/lib/http/session/signed-in'
import { pathWith } from '@/lib/paths'
import { countAttempt } from '@/lib/rate-limit/count-attempt'
import { limits } from '@/lib/rate-limit/rate-limit'

/** Accepts any text: an invalid address counts as an unknown one. */
const credentials = z.object({
  email: z.string().trim().max(254).catch(''),
  password: z.string().max(1_000).catch(''),
})

/** Signs in and redirects to the page that required it, or to the page that asks for a code. */
export async function signInToAdmin(form: FormData): Promise<never> {
  const next = safeAdminPath(form.get('next'))
  const page = signInPath(next)
  const work = async () => {
    const { email, password } = credentials.parse(Object.fromEntries(form))
    const accounts = staffAddressHashes(email)
    await countAttempt([limits.signIns, limits.signInsHourly], await attemptKey(accounts))
    const signedIn = await signIn({ email, password }, (await headers()).get('user-agent') ?? '')
    if ('challenge' in signedIn) {
      await setChallengeCookie(signedIn.challenge)
      return pathWith('/admin/sign-in/code', { next })
    }
    await setSessionCookie(signedIn.token)
    await rememberBrowser(accounts[0])
    return next
  }
  return adminAction(page, work, pathWith(page, { error: 'unauthorized' }))
}
