'use server'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { z } from 'zod'
import { ownPath, signIn } from '@/lib/auth/sign-in'
import { standInsOf } from '@/lib/auth/staff-address'
import { errorPath } from '@/lib/http/admin-action'
import { knownBrowser, rememberBrowser } from '@/lib/http/cookies/known-browser'
import { setSessionCookie } from '@/lib/http/session/signed-in'
import { countAttempt } from '@/lib/rate-limit/count-attempt'
import { limits } from '@/lib/rate-limit/rate-limit'

/** Accepts any text: an invalid address counts as an unknown one. */
const credentials = z.object({
  email: z.string().trim().max(254).catch(''),
  password: z.string().max(1_000).catch(''),
})

/** Signs in and redirects to the page that required it. */
export async function signInToAdmin(form: FormData): Promise<never> {
  const path = ownPath(form.get('next'))
  const again = `/admin/sign-in?${new URLSearchParams({ next: path })}`
  try {
    const { email, password } = credentials.parse(Object.fromEntries(form))
    const accounts = standInsOf(email)
    const browser = await knownBrowser(accounts)
    await countAttempt(
      [limits.signIns, limits.signInsHourly],
      browser ? `${accounts[0]} from ${browser}` : accounts[0],
    )
    const { token } = await signIn({ email, password }, (await headers()).get('user-agent') ?? '')
    await setSessionCookie(token)
    await rememberBrowser(accounts[0])
  } catch (error) {
    redirect(errorPath(again, error))
  }
  redirect(path)
}
