'use server'
import { z } from 'zod'
import type { Actor } from '@/lib/auth/actor'
import { changePassword } from '@/lib/auth/change-password'
import {
  confirmSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
} from '@/lib/auth/second-factor'
import { endSessions } from '@/lib/auth/session'
import { setOwnLanguage, setOwnName, staffName } from '@/lib/auth/staff'
import { adminAction, formActions, keepingAction, secretAction } from '@/lib/http/admin-action'
import { purgePages } from '@/lib/http/purge-pages'
import { deleteSessionCookie, setSessionCookie } from '@/lib/http/session/signed-in'
import { availableLanguages } from '@/lib/i18n/languages'
import { countAttempt } from '@/lib/rate-limit/count-attempt'
import { limits } from '@/lib/rate-limit/rate-limit'

const account = '/admin/account'
const action = formActions(account)
const signedOut = '/admin/sign-in?done=signed-out'

/** Signs out. The response is the same if the session has already ended. */
export async function signOut(): Promise<never> {
  return adminAction(account, async (actor) => {
    if (actor) await endSessions(actor, actor.sessionId)
    await deleteSessionCookie()
    return signedOut
  })
}

/** Ends one session. Ending the current session signs the user out. */
export const endOneSession = action({ session: z.string() }, async (actor, { session }) => {
  await endSessions(actor, session)
  if (actor?.sessionId !== session) return `${account}?done=session-ended`
  await deleteSessionCookie()
  return signedOut
})

export async function endAllOtherSessions(): Promise<never> {
  return adminAction(account, async (actor) => {
    await endSessions(actor)
    return `${account}?done=sessions-ended`
  })
}

export const changeName = keepingAction(z.object({ name: staffName }), async (actor, { name }) => {
  await setOwnName(actor, name)
  purgePages()
  return `${account}?done=settings-saved`
})

const language = z.enum(['', ...availableLanguages.map(({ tag }) => tag)])

export const changeLanguage = action({ language }, async (actor, fields) => {
  await setOwnLanguage(actor, fields.language)
  return `${account}?done=settings-saved`
})

const password = z.string().optional()

/** Changes the password and replaces the token of the current session. */
export const changeOwnPassword = action(
  { password, new_password: password, repeated: password },
  async (actor, fields) => {
    await countAttempt([limits.signIns, limits.signInsHourly], actor?.staffId)
    const { token } = await changePassword(actor, fields)
    await setSessionCookie(token)
    return `${account}?done=password-changed`
  },
)

/** Creates an action that changes the second factor. Attempts are limited as for sign-in. */
const changeSecondFactor = (
  change: (actor: Actor | undefined, password: string | undefined) => Promise<void>,
) =>
  action({ password }, async (actor, fields) => {
    await countAttempt([limits.signIns, limits.signInsHourly], actor?.staffId)
    await change(actor, fields.password)
    return account
  })

export const startOwnSecondFactor = changeSecondFactor(startSecondFactor)
export const removeOwnSecondFactor = changeSecondFactor(removeSecondFactor)

/** Turns on the second factor with a first code, or replaces its recovery codes. */
export const requestRecoveryCodes = secretAction(async (actor, form) => {
  await countAttempt([limits.signIns, limits.signInsHourly], actor?.staffId)
  const codes = form.has('code')
    ? await confirmSecondFactor(actor, form.get('code'))
    : await renewRecoveryCodes(actor, form.get('password'))
  return codes.join('\n')
})
