'use server'
import { inviteModerator } from '@/lib/auth/invite-moderator'
import { removeModerator, withdrawInvitation } from '@/lib/auth/remove-moderator'
import { deskAction } from '@/lib/http/desk-action'
import { faultOf } from '@/lib/http/fault-path'
import { signedIn } from '@/lib/http/signed-in'

const people = '/desk/people'

/** Invites a moderator. The link stands in this one answer, and in no address that a browser would remember. */
export async function invite(_before: { link?: string; fault?: string }, form: FormData): Promise<{ link?: string; fault?: string }> {
  try {
    return { link: await inviteModerator(await signedIn(), form.get('email')) }
  } catch (error) {
    return { fault: faultOf(error) }
  }
}

/** Removes a moderator: he is out at once. */
export async function remove(form: FormData): Promise<never> {
  return deskAction(people, async () => {
    await removeModerator(await signedIn(), String(form.get('staff')))
    return `${people}?done=moderator-removed`
  })
}

/** Withdraws an invitation. */
export async function withdraw(form: FormData): Promise<never> {
  return deskAction(people, async () => {
    await withdrawInvitation(await signedIn(), String(form.get('invitation')))
    return `${people}?done=invitation-withdrawn`
  })
}
