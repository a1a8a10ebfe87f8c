import 'server-only'
import { InvalidInput } from '@/lib/errors'
import type { PrismaClient } from '@/lib/generated/prisma/client'
import { areNamesAlike } from '@/lib/text/fold-text'

/**
 * Two of the staff never have names that a reader takes for the same: readers know who speaks by the name alone. Call it
 * in the transaction that gives the name. It takes a lock until that ends, so that of two who choose a name at once the
 * second one sees the first.
 * @param exceptId whose name it is to become, where he is among the staff already
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
