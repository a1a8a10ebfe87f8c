'use server'
import { redirect } from 'next/navigation'
import { changePassword } from '@/lib/auth/change-password'
import { endOtherSessions, endSession } from '@/lib/auth/end-session'
import { countAttempt } from '@/lib/http/count-attempt'
import { faultPath } from '@/lib/http/fault-path'
import { forgetSession, keepSession } from '@/lib/http/keep-session'
import { limits } from '@/lib/http/rate-limit'
import { signedIn } from '@/lib/http/signed-in'

const account = '/desk/account'

/** Signs out. Who is out already is shown the same. */
export async function signOut(): Promise<never> {
  const actor = await signedIn()
  if (actor) await endSession(actor, actor.sessionId)
  await forgetSession()
  redirect('/desk/sign-in?done=signed-out')
}

/** Ends one session; one's own is signing out. */
export async function endOneSession(form: FormData): Promise<never> {
  const actor = await signedIn()
  const sessionId = String(form.get('session'))
  await endSession(actor, sessionId)
  if (actor?.sessionId === sessionId) return signOut()
  redirect(`${account}?done=session-ended`)
}

/** Ends all sessions but the one this is sent from. */
export async function endAllOtherSessions(): Promise<never> {
  const actor = await signedIn()
  await endOtherSessions(actor)
  redirect(`${account}?done=sessions-ended`)
}

/** Changes the password, and with it the session. */
export async function changeOwnPassword(form: FormData): Promise<never> {
  const actor = await signedIn()
  try {
    await countAttempt([limits.signIns, limits.signInsHourly], actor?.staffId)
    const { token } = await changePassword(actor, Object.fromEntries(form))
    await keepSession(token)
  } catch (error) {
    redirect(faultPath(account, error))
  }
  redirect(`${account}?done=password-changed`)
}
