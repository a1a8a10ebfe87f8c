'use server'
import { acceptInvitation } from '@/lib/auth/invitations'
import { adminAction } from '@/lib/http/admin-action'
import { countAttempt } from '@/lib/rate-limit/count-attempt'
import { limits } from '@/lib/rate-limit/rate-limit'

/** Creates an account for the holder of the link. */
export async function accept(form: FormData): Promise<never> {
  const token = String(form.get('token'))
  return adminAction(`/invitations/${encodeURIComponent(token)}`, async () => {
    await countAttempt([limits.staffLinks])
    await acceptInvitation(token, Object.fromEntries(form))
    return '/admin/sign-in?done=welcome'
  })
}
