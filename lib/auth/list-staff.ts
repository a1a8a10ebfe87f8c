import 'server-only'
import { decrypt } from '@/lib/crypto/encrypt'
import { query } from '@/lib/db/client'
import { type Actor, requireRole, type StaffRole } from './actor'
import { invitation } from './invite-moderator'

export type StaffMember = {
  id: string
  name: string
  role: StaffRole
  since: Date
  lastUsed: Date | undefined
}
export type Invitation = { id: string; address: string; until: Date }

/**
 * Lists the staff, the owner first, with the time of their last use.
 * @throws AppError `unauthorized`, `forbidden`; DatabaseUnavailable
 */
export async function listStaff(actor: Actor | undefined): Promise<StaffMember[]> {
  requireRole(actor, 'owner')
  const rows = await query((client) =>
    client.staff.findMany({
      select: {
        id: true,
        name: true,
        role: true,
        createdAt: true,
        sessions: { select: { updatedAt: true }, orderBy: { updatedAt: 'desc' }, take: 1 },
      },
      orderBy: [{ role: 'asc' }, { name: 'asc' }, { id: 'asc' }],
    }),
  )
  return rows.map(({ id, name, role, createdAt, sessions }) => ({
    id,
    name,
    role,
    since: createdAt,
    lastUsed: sessions[0]?.updatedAt,
  }))
}

/**
 * Lists the open invitations for the owner.
 * @throws AppError `unauthorized`, `forbidden`; DatabaseUnavailable
 */
export async function listInvitations(actor: Actor | undefined): Promise<Invitation[]> {
  requireRole(actor, 'owner')
  const rows = await query((client) =>
    client.staffVerification.findMany({
      where: { identifier: { startsWith: 'invitation:' }, expiresAt: { gt: new Date() } },
      orderBy: { createdAt: 'asc' },
    }),
  )
  return rows.map(({ id, value, expiresAt }) => ({
    id,
    address: masked(decrypt('staff-address', invitation.parse(JSON.parse(value)).sealed) ?? ''),
    until: expiresAt,
  }))
}

/** Masks an address so that the person who typed it recognises it: “o…@example.org”. */
function masked(address: string): string {
  return address.replace(/^(.).*(?=@)/u, '$1…')
}
