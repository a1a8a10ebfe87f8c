import 'server-only'
import { InvalidInput } from '@/lib/errors'
import type { PrismaClient } from '@/lib/generated/prisma/client'
import { areNamesAlike } from '@/lib/text/fold-text'

/**
 * Refuses a name that looks like another staff member's, since readers recognise staff by name
 * only. Call it in the transaction that sets the name. Its advisory lock lasts until that
 * transaction ends, so that concurrent changes see each other.
 * @param exceptId the id of the staff member who gets the name
 * @throws InvalidInput naming `name-taken`
 */
export async function refuseTakenName(
  client: Pick<PrismaClient, '$queryRaw'>,
  name: string,
  exceptId: string,
): Promise<void> {
  await client.$queryRaw`SELECT pg_advisory_xact_lock(hashtext('staff names'))::text`
  const others = await client.$queryRaw<
    { name: string }[]
  >`SELECT name FROM staff WHERE id <> ${exceptId}`
  if (others.some((other) => other.name === name || areNamesAlike(other.name, name))) {
    throw new InvalidInput([
      { field: 'name-taken', message: 'is, or looks like, the name of somebody among the staff' },
    ])
  }
}
