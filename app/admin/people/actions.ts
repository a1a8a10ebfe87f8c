'use server'
import { inviteModerator, withdrawInvitation } from '@/lib/auth/invitations'
import { removeModerator } from '@/lib/auth/staff'
import { adminAction, errorCodeOf } from '@/lib/http/admin-action'
import { sendMailsAfter } from '@/lib/http/send-mails-after'
import { signedIn } from '@/lib/http/session/signed-in'

const people = '/admin/people'

/**
 * Invites a moderator. The link appears only in this response, not in a URL that browsers would
 * record.
 */
export async function invite(
  _before: { link?: string; fault?: string },
  form: FormData,
): Promise<{ link?: string; fault?: string }> {
  try {
    const link = await inviteModerator(await signedIn(), form.get('email'))
    sendMailsAfter()
    return { link }
  } catch (error) {
    return { fault: errorCodeOf(error) }
  }
}

/** Removes a moderator and ends their sessions. */
export async function remove(form: FormData): Promise<never> {
  return adminAction(people, async () => {
    await removeModerator(await signedIn(), String(form.get('staff')))
    return `${people}?done=moderator-removed`
  })
}

/** Withdraws an invitation. */
export async function withdraw(form: FormData): Promise<never> {
  return adminAction(people, async () => {
    await withdrawInvitation(await signedIn(), String(form.get('invitation')))
    return `${people}?done=invitation-withdrawn`
  })
}
