'use server'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { safeAdminPath, signInWithCode } from '@/lib/auth/sign-in'
import { AppError } from '@/lib/errors'
import { errorCodeOf } from '@/lib/http/admin-action'
import { attemptKey, rememberBrowser } from '@/lib/http/cookies/known-browser'
import { currentChallenge, deleteChallengeCookie } from '@/lib/http/session/sign-in-challenge'
import { setSessionCookie } from '@/lib/http/session/signed-in'
import { errorText } from '@/lib/i18n/error-text'
import { countAttempt } from '@/lib/rate-limit/count-attempt'
import { limits } from '@/lib/rate-limit/rate-limit'

/** Completes sign-in with the code of a second factor. */
export async function enterSignInCode(form: FormData): Promise<never> {
  const path = safeAdminPath(form.get('next'))
  let target = path
  try {
    const challenge = await currentChallenge()
    if (!challenge) throw new AppError('unauthorized', errorText('signIn'))
    const { account } = challenge
    const key = await attemptKey([account])
    await countAttempt([limits.signInCodes, limits.signInCodesHourly], key)
    const { token } = await signInWithCode(
      challenge,
      form.get('code'),
      (await headers()).get('user-agent') ?? '',
    )
    await setSessionCookie(token)
    await rememberBrowser(account)
    await deleteChallengeCookie()
  } catch (error) {
    const code = errorCodeOf(error)
    const fault = code === 'unauthorized' ? 'code' : code
    target = `/admin/sign-in/code?${new URLSearchParams({ next: path, fault })}`
  }
  redirect(target)
}
