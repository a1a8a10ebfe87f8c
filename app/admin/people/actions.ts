'use server'
import { z } from 'zod'
import { inviteModerator, withdrawInvitation } from '@/lib/auth/invitations'
import { removeModerator } from '@/lib/auth/staff'
import { errorCodeOf, formAction } from '@/lib/http/admin-action'
import { sendMailsAfter } from '@/lib/http/send-mails-after'
import { signedIn } from '@/lib/http/session/signed-in'

type Invited = { link?: string; fault?: string }

/** Invites a moderator. The link is not in a URL, which browsers would record. */
export async function invite(_before: Invited, form: FormData): Promise<Invited> {
  try {
    const link = await inviteModerator(await signedIn(), form.get('email'))
    sendMailsAfter()
    return { link }
  } catch (error) {
    return { fault: errorCodeOf(error) }
  }
}

export const remove = formAction(
  '/admin/people',
  z.object({ staff: z.string() }),
  async (actor, { staff }) => {
    await removeModerator(actor, staff)
    return '/admin/people?done=moderator-removed'
  },
)

export const withdraw = formAction(
  '/admin/people',
  z.object({ invitation: z.string() }),
  async (actor, { invitation }) => {
    await withdrawInvitation(actor, invitation)
    return '/admin/people?done=invitation-withdrawn'
  },
)
