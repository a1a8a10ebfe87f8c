import 'server-only'
import { minimumDuration } from '@/lib/concurrency/minimum-duration'
import { query } from '@/lib/db/client'
import { env } from '@/lib/env'
import { queueStaffMail } from '@/lib/mail/queue-staff-mail'
import { keepLink, makeLinkToken, siteUrl } from './one-time-link'
import { standInsOf } from './staff-address'

const resetSeconds = 3_600
const answerMsMin = 200

/**
 * Queues a mail with a link to reset the password, if the address belongs to staff. Neither the
 * response nor its timing reveals whether it does. Does nothing if mail is not configured.
 * @throws DatabaseUnavailable
 */
export async function requestPasswordReset(email: string): Promise<void> {
  if (!env().SMTP_URL) return
  await minimumDuration(answerMsMin, async () => {
    const staff = await query((client) =>
      client.staff.findFirst({ where: { email: { in: standInsOf(email) } } }),
    )
    if (!staff) return
    const token = makeLinkToken('password-reset')
    await keepLink('password-reset', token, staff.id, resetSeconds)
    const url = siteUrl(`/admin/reset/${token}`)
    await queueStaffMail({
      kind: 'password-reset',
      to: staff.sealedEmail,
      url,
      seconds: resetSeconds,
    })
  })
}
