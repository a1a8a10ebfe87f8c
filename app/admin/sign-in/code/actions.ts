'use server'
import { headers } from 'next/headers'
import { safeAdminPath, signInWithCode } from '@/lib/auth/sign-in'
import { adminAction } from '@/lib/http/admin-action'
import { attemptKey, rememberBrowser } from '@/lib/http/cookies/known-browser'
import { currentChallenge, deleteChallengeCookie } from '@/lib/http/session/sign-in-challenge'
import { setSessionCookie } from '@/lib/http/session/signed-in'
import { pathWith } from '@/lib/paths'
import { countAttempt } from '@/lib/rate-limit/count-attempt'
import { limits } from '@/lib/rate-limit/rate-limit'

/** Completes sign-in with the code of a second factor. */
export async function enterSignInCode(form: FormData): Promise<never> {
  const next = safeAdminPath(form.get('next'))
  const page = pathWith('/admin/sign-in/code', { next })
  const work = async () => {
    const challenge = await currentChallenge()
    // The page redirects to the one that asks for the password.
    if (!challenge) return page
    const { account } = challenge
    const key = await attemptKey([account])
    await countAttempt([limits.signInCodes, limits.signInCodesHourly], key)
    const userAgent = (await headers()).get('user-agent') ?? ''
    const { token } = await signInWithCode(challenge, form.get('code'), userAgent)
    await setSessionCookie(token)
    await rememberBrowser(account)
    await deleteChallengeCookie()
    return next
  }
  return adminAction(page, work, pathWith(page, { error: 'code' }))
}
