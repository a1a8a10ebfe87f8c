import 'server-only'
import { inTransaction, query } from '@/lib/db/client'
import { env } from '@/lib/env'
import { DatabaseUnavailable } from '@/lib/errors'
import { runInLanguage } from '@/lib/i18n/languages'
import { translator } from '@/lib/i18n/translator'
import { getBlog } from '@/lib/settings/get-blog'
import type { Actor } from './actor'
import { setPassword } from './change-password'
import { hashPassword } from './password'
import { addStaff, requireUniqueStaff, setOwnName } from './staff'
import { encryptStaffAddress } from './staff-address'

type Owner = { email: string; password: string; name?: string | undefined }

/** The fixed id of the owner, so that concurrent processes cannot create two. */
const ownerId = 'owner'
const owner = { role: 'owner' } as const

/** Returns the name of an owner who has entered none, in a language (BCP 47). */
const unnamedIn = (language: string) =>
  runInLanguage(language, () => translator('people')('ownerName'))

/**
 * Translates the name of an owner who has entered none, when the language of the blog changes. The
 * caller must invalidate all pages.
 * @param from the former language (BCP 47). The name may also be in English, as before the blog had
 * a language.
 * @throws InvalidInput naming `name-taken`; DatabaseUnavailable
 */
export async function translateOwnerName(
  actor: Actor | undefined,
  from: string,
  to: string,
): Promise<void> {
  const former = await Promise.all([unnamedIn(from), unnamedIn('en')])
  if (actor && former.includes(actor.name)) await setOwnName(actor, await unnamedIn(to))
}

/**
 * Creates the owner if there is none.
 * @returns whether it created one
 * @throws InvalidInput naming `name-taken`, `email-taken`; DatabaseUnavailable
 */
export async function createOwner({ email, password, name: given }: Owner): Promise<boolean> {
  // Hashing is slow, so skip it if an owner exists.
  if ((await query(({ staff }) => staff.count({ where: owner }))) > 0) return false
  const passwordHash = await hashPassword(password)
  const name = given ?? (await unnamedIn((await getBlog()).language))
  return inTransaction(async (tx) => {
    await requireUniqueStaff(tx, { id: ownerId, name, email })
    if ((await tx.staff.count({ where: owner })) > 0) return false
    await addStaff(tx, { id: ownerId, name, email, role: 'owner', passwordHash })
    return true
  })
}

/**
 * Gives the owner a new password and address, and optionally a new name, ends all their sessions,
 * and turns off their second factor. Creates the owner if there is none.
 * @returns whether it created one
 * @throws InvalidInput naming `name-taken`, `email-taken`; DatabaseUnavailable
 */
export async function resetOwner({ email, password, name }: Owner): Promise<boolean> {
  if (await createOwner({ email, password, name })) return true
  const hash = await hashPassword(password)
  await inTransaction(async (tx) => {
    const { id } = await tx.staff.findFirstOrThrow({ where: owner })
    await requireUniqueStaff(tx, { id, name, email })
    const data = { ...encryptStaffAddress(email), ...(name !== undefined && { name }) }
    await tx.staff.update({ where: { id }, data })
    await setPassword(tx, id, hash)
    await tx.staffSecondFactor.deleteMany({ where: { staffId: id } })
  })
  return false
}

const retryMs = 5_000

/**
 * Creates the owner from `OWNER_EMAIL` and `OWNER_PASSWORD` if there is none. The server can start
 * before its database, so this retries until the database is available.
 */
export async function ensureOwner(): Promise<void> {
  const { OWNER_EMAIL: email, OWNER_PASSWORD: password } = env()
  if (!email || !password) return
  try {
    await createOwner({ email, password })
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error
    setTimeout(() => void ensureOwner().catch(console.error), retryMs).unref()
  }
}
