import 'server-only'
import { decrypt } from '@/lib/crypto/encrypt'
import { query } from '@/lib/db/client'

/**
 * Returns the ids of the staff by their addresses in lower case, and that of the owner, to attribute
 * imported comments.
 * @throws DatabaseUnavailable
 */
export async function findStaff(): Promise<{
  ownerId: string | undefined
  idByAddress: Map<string, string>
}> {
  const staff = await query((client) =>
    client.staff.findMany({ select: { id: true, role: true, sealedEmail: true } }),
  )
  return {
    ownerId: staff.find(({ role }) => role === 'owner')?.id,
    idByAddress: new Map(
      staff.map(({ id, sealedEmail }) => [decrypt('staff-address', sealedEmail) ?? '', id]),
    ),
  }
}
