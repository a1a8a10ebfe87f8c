'use server'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { z } from 'zod'
import { safeAdminPath, signIn } from '@/lib/auth/sign-in'
import { staffAddressHashes } from '@/lib/auth/staff-address'
import { errorPath } from '@/lib/http/admin-action'
import { attemptKey, rememberBrowser } from '@/lib/http/cookies/known-browser'
import { setChallengeCookie } from '@/lib/http/session/sign-in-challenge'
import { setSessionCookie } from '@/lib/http/session/signed-in'
import { countAttempt } from '@/lib/rate-limit/count-attempt'
import { limits } from '@/lib/rate-limit/rate-limit'

/** Accepts any text: an invalid address counts as an unknown one. */
const credentials = z.object({
  email: z.string().trim().max(254).catch(''),
  password: z.string().max(1_000).catch(''),
})

/** Signs in and redirects to the page that required it, or to the page that asks for a code. */
export async function signInToAdmin(form: FormData): Promise<never> {
  const path = safeAdminPath(form.get('next'))
  const again = `/admin/sign-in?${new URLSearchParams({ next: path })}`
  let target = `/admin/sign-in/code?${new URLSearchParams({ next: path })}`
  try {
    const { email, password } = credentials.parse(Object.fromEntries(form))
    const accounts = staffAddressHashes(email)
    await countAttempt([limits.signIns, limits.signInsHourly], await attemptKey(accounts))
    const signedIn = await signIn({ email, password }, (await headers()).get('user-agent') ?? '')
    if ('challenge' in signedIn) {
      await setChallengeCookie(signedIn.challenge)
    } else {
      await setSessionCookie(signedIn.token)
      await rememberBrowser(accounts[0])
      target = path
    }
  } catch (error) {
    target = errorPath(again, error)
  }
  redirect(target)
}
