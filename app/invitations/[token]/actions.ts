'use server'
import { headers } from 'next/headers'
import { acceptInvitation } from '@/lib/auth/invitations'
import { createSession } from '@/lib/auth/session'
import { adminAction } from '@/lib/http/admin-action'
import { setSessionCookie } from '@/lib/http/session/signed-in'
import { countAttempt } from '@/lib/rate-limit/count-attempt'
import { limits } from '@/lib/rate-limit/rate-limit'

/** Creates an account for the holder of the link, and signs in to it. */
export async function accept(form: FormData): Promise<never> {
  const token = String(form.get('token'))
  return adminAction(`/invitations/${encodeURIComponent(token)}`, async () => {
    await countAttempt([limits.staffLinks])
    const staffId = await acceptInvitation(token, Object.fromEntries(form))
    const userAgent = (await headers()).get('user-agent') ?? ''
    await setSessionCookie(await createSession(staffId, userAgent))
    return '/admin'
  })
}
