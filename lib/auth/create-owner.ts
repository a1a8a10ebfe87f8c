import 'server-only'
import { randomBytes } from 'node:crypto'
import { hashPassword } from 'better-auth/crypto'
import { query } from '@/lib/db/client'
import { refuseTakenName } from './refuse-taken-name'
import { sealStaffAddress } from './staff-address'

type Owner = { email: string; password: string; name?: string | undefined }

/** The fixed id of the owner, so that concurrent processes cannot create two. */
const ownerId = 'owner'
const defaultName = 'The owner'

/**
 * Creates the owner if there is none.
 * @returns whether it created one
 * @throws InvalidInput naming `name-taken`; DatabaseUnavailable
 */
export async function createOwner({
  email,
  password,
  name = defaultName,
}: Owner): Promise<boolean> {
  // Hashing is slow, so skip it if an owner exists.
  if (await hasOwner()) return false
  const address = sealStaffAddress(email)
  const hash = await hashPassword(password)
  const created = await query((client) =>
    client.$transaction(async (tx) => {
      await refuseTakenName(tx, name, ownerId)
      return tx.$executeRaw`
      WITH made AS (
        INSERT INTO staff (id, name, email, sealed_email, role)
        SELECT ${ownerId}, ${name}, ${address.email}, ${address.sealed}, 'owner'
         WHERE NOT EXISTS (SELECT FROM staff WHERE role = 'owner')
            ON CONFLICT DO NOTHING RETURNING id
      )
      INSERT INTO staff_accounts (id, account_id, provider_id, staff_id, password)
      SELECT ${randomBytes(16).toString('hex')}, id, 'credential', id, ${hash} FROM made`
    }),
  )
  return created > 0
}

/** Returns whether an owner exists. */
export async function hasOwner(): Promise<boolean> {
  return query(async (client) => (await client.staff.count({ where: { role: 'owner' } })) > 0)
}

/**
 * Gives the owner a new password and address, and optionally a new name, and ends all their
 * sessions. Creates the owner if there is none.
 * @throws InvalidInput naming `name-taken`; DatabaseUnavailable
 */
export async function resetOwner(owner: Owner): Promise<void> {
  if (await createOwner(owner)) return
  const address = sealStaffAddress(owner.email)
  const hash = await hashPassword(owner.password)
  await query((client) =>
    client.$transaction(async (tx) => {
      if (owner.name !== undefined) await refuseTakenName(tx, owner.name, ownerId)
      await tx.$executeRaw`
      WITH changed AS (
        UPDATE staff
           SET email = ${address.email}, sealed_email = ${address.sealed},
               name = coalesce(${owner.name ?? null}, name), updated_at = now()
         WHERE role = 'owner' RETURNING id
      ), ended AS (
        DELETE FROM staff_sessions WHERE staff_id IN (SELECT id FROM changed)
      ), links AS (
        DELETE FROM staff_verifications
          WHERE identifier LIKE 'password-reset:%' AND value IN (SELECT id FROM changed)
      )
      UPDATE staff_accounts SET password = ${hash}, updated_at = now()
       WHERE provider_id = 'credential' AND staff_id IN (SELECT id FROM changed)`
    }),
  )
}
