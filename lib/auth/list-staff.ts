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
 * Who may sign in, the owner first, and when each was last here.
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
 * Whose invitation is open, for the owner who typed the addresses.
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

/** Enough of an address for who typed it: “o…@example.org”. No page shows a whole one. */
function masked(address: string): string {
  return address.replace(/^(.).*(?=@)/u, '$1…')
}
