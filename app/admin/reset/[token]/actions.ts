'use server'
import { resetPassword } from '@/lib/auth/change-password'
import { adminAction } from '@/lib/http/admin-action'
import { countAttempt } from '@/lib/rate-limit/count-attempt'
import { limits } from '@/lib/rate-limit/rate-limit'

export async function setNewPassword(form: FormData): Promise<never> {
  const token = String(form.get('token'))
  return adminAction(`/admin/reset/${encodeURIComponent(token)}`, async () => {
    await countAttempt([limits.staffLinks])
    await resetPassword(token, Object.fromEntries(form))
    return '/admin/sign-in?done=password-reset'
  })
}
