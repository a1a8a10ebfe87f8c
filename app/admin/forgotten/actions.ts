'use server'
import { z } from 'zod'
import { requestPasswordReset } from '@/lib/auth/change-password'
import { staffAddressHashes } from '@/lib/auth/staff-address'
import { formActions } from '@/lib/http/admin-action'
import { sendMailsAfter } from '@/lib/http/after-response'
import { countAttempt } from '@/lib/rate-limit/count-attempt'
import { limits } from '@/lib/rate-limit/rate-limit'

const address = z.string().trim().max(254).catch('')

/** Sends a reset link to staff members. The response is the same for every address. */
export const sendResetLink = formActions('/admin/forgotten')(
  { email: address },
  async (_, { email }) => {
    await countAttempt([limits.resets], staffAddressHashes(email)[0])
    await requestPasswordReset(email)
    sendMailsAfter()
    return '/admin/forgotten?done=reset-sent'
  },
)
