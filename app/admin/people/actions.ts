'use server'
import { z } from 'zod'
import { invitedRole, inviteStaff, revokeInvitation } from '@/lib/auth/invitations'
import { resetSecondFactor } from '@/lib/auth/second-factor'
import { removeStaff, setModeratedSites } from '@/lib/auth/staff'
import { commentIdMax } from '@/lib/comments/comment'
import { adminAction, formActions, secretAction } from '@/lib/http/admin-action'
import { sendMailsAfter } from '@/lib/http/after-response'
import { parseFields } from '@/lib/http/parse-fields'
import { purgePages } from '@/lib/http/purge-pages'

const action = formActions('/admin/people')

/** Invites a moderator or writer. */
export const invite = secretAction(async (actor, form) => {
  const role = invitedRole.catch('moderator').parse(form.get('role'))
  const link = await inviteStaff(actor, form.get('email'), role)
  sendMailsAfter()
  return link
})

export const remove = action({ staff: z.string() }, async (actor, { staff }) => {
  await removeStaff(actor, staff)
  // The posts of a writer then show the author of the blog.
  purgePages()
  return '/admin/people?done=staff-removed'
})

export const turnOffSecondFactor = action({ staff: z.string() }, async (actor, { staff }) => {
  await resetSecondFactor(actor, staff)
  sendMailsAfter()
  return '/admin/people?done=second-factor-off'
})

export const revoke = action({ invitation: z.string() }, async (actor, { invitation }) => {
  await revokeInvitation(actor, invitation)
  return '/admin/people?done=invitation-revoked'
})

const sitesInput = z.object({
  staff: z.string().max(100),
  all: z.enum(['yes', 'no']),
  site: z.array(z.coerce.number().int().min(0).max(commentIdMax)).max(10_000),
})

/** Limits a moderator to sites, of which 0 is the blog itself. */
export async function setSites(form: FormData): Promise<never> {
  return adminAction('/admin/people', async (actor) => {
    const given = { ...Object.fromEntries(form), site: form.getAll('site') }
    const { staff, all, site } = parseFields(sitesInput, given)
    await setModeratedSites(actor, staff, all === 'yes' ? null : site)
    return '/admin/people?done=sites-set'
  })
}
