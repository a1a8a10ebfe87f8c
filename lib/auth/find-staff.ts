import 'server-only'
import { decrypt } from '@/lib/crypto/encrypt'
import { query } from '@/lib/db/client'

/**
 * Returns the id of the owner, and the ids of all staff members by e-mail address in lower case.
 * Imports use them to attribute comments.
 * @throws DatabaseUnavailable
 */
export async function findStaff() {
  const staff = await query((client) =>
    client.staff.findMany({ select: { id: true, role: true, encryptedEmail: true } }),
  )
  return {
    ownerId: staff.find(({ role }) => role === 'owner')?.id,
    idByAddress: new Map(
      staff.map(({ id, encryptedEmail }) => [decrypt('staff-address', encryptedEmail) ?? '', id]),
    ),
  }
}
