import 'server-only'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { executeSql, inTransaction, query, queryRows } from '@/lib/db/client'
import { InvalidInput } from '@/lib/errors'
import type { Prisma, Staff } from '@/lib/generated/prisma/client'
import { validationText } from '@/lib/i18n/error-text'
import { getBlogSettings, saveBlogSettings } from '@/lib/settings/blog-settings'
import { areNamesAlike } from '@/lib/text/fold-text'
import { type Actor, requireRole, type StaffRole } from './actor'
import { encryptStaffAddress, staffAddressHashes } from './staff-address'

/** A display name: one line, without invisible or bidirectional control characters. */
export const staffName = z
  .string()
  .trim()
  .normalize('NFC')
  .min(1)
  .max(80)
  .refine((name) => name.isWellFormed() && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name))

/** A staff member and the last use of their sessions. */
export type StaffMember = Pick<Staff, 'id' | 'name' | 'role'> & {
  since: Date
  lastUsed: Date | null
  siteIds: Actor['siteIds']
  hasSecondFactor: boolean
}

/**
 * Lists the staff, the owner first, then by name.
 * @throws AppError `unauthorized`, `forbidden`; DatabaseUnavailable
 */
export async function listStaff(actor: Actor | undefined): Promise<StaffMember[]> {
  requireRole(actor, 'owner')
  return queryRows<StaffMember>`
    SELECT id, name, role::text, created_at AS since, site_ids AS "siteIds",
           (SELECT max(updated_at) FROM staff_sessions WHERE staff_id = staff.id) AS "lastUsed",
           EXISTS (SELECT 1 FROM staff_second_factors
                    WHERE staff_id = staff.id AND confirmed_at IS NOT NULL) AS "hasSecondFactor"
      FROM staff ORDER BY staff.role, name, id`
}

/**
 * Removes a staff member: their sessions, their reset links and the preview links of their posts
 * become invalid immediately, and their address gets no more e-mails about comments. Their posts,
 * comments and decisions stay. The owner cannot be removed.
 * @throws AppError `unauthorized`, `forbidden`; DatabaseUnavailable
 */
export async function removeStaff(actor: Actor | undefined, id: string): Promise<void> {
  requireRole(actor, 'owner')
  const member = { id, role: { not: 'owner' as const } }
  const removed = await query((client) => client.staff.findFirst({ where: member }))
  if (!removed) return
  // The links in these mails act for the owner if the address belongs to no staff member.
  const notified = (await getBlogSettings(actor)).options.notify.split('\n')
  const others = notified.filter((one) => !staffAddressHashes(one).includes(removed.email))
  if (others.length < notified.length)
    await saveBlogSettings(actor, { options: { notify: others.join('\n') } })
  await query((client) =>
    client.$transaction([
      // Not with the client, which would mark the posts as updated.
      client.$executeRaw`UPDATE posts SET preview_key = NULL WHERE author_id = ${id}`,
      client.staff.deleteMany({ where: member }),
      client.staffVerification.deleteMany({ where: { value: id } }),
    ]),
  )
}

/**
 * Sets the sites whose comments a moderator may see and moderate, starting with their next request.
 * @param siteIds 0 is the blog itself; null allows all sites
 * @throws AppError `unauthorized`, `forbidden`; DatabaseUnavailable
 */
export async function setModeratedSites(
  actor: Actor | undefined,
  id: string,
  siteIds: number[] | null,
): Promise<void> {
  requireRole(actor, 'owner')
  await executeSql`
    UPDATE staff SET site_ids = ${siteIds}::integer[] WHERE id = ${id} AND role = 'moderator'`
}

/**
 * Sets the language of the staff member's admin area and e-mails.
 * @param language one of `availableLanguages`; empty for the blog's language
 * @throws AppError `unauthorized`; DatabaseUnavailable
 */
export async function setOwnLanguage(actor: Actor | undefined, language: string): Promise<void> {
  requireRole(actor, 'staff')
  await query((client) =>
    client.staff.update({ where: { id: actor.staffId }, data: { language: language || null } }),
  )
}

const renameBatchSize = 1_000

/**
 * Changes the staff member's name, including on comments that they wrote under the old name.
 * The caller must invalidate all pages.
 * @param name a valid `staffName`
 * @throws AppError `unauthorized`; InvalidInput naming `name-taken`; DatabaseUnavailable
 */
export async function setOwnName(actor: Actor | undefined, name: string): Promise<void> {
  requireRole(actor, 'staff')
  const { staffId: id } = actor
  await inTransaction((tx) => requireUniqueStaff(tx, { id, name }))
  const { name: former } = await query((db) => db.staff.findUniqueOrThrow({ where: { id } }))
  // Updates in batches, to stay within the query timeout. Updates comments before the name, so that
  // an interrupted change can be repeated. Imported comments may have other names.
  let renamed = former === name ? 0 : renameBatchSize
  while (renamed === renameBatchSize)
    renamed = await executeSql`
      UPDATE comments SET author_name = ${name} WHERE id = ANY(ARRAY(
        SELECT id FROM comments WHERE staff_id = ${id} AND author_name = ${former}
         LIMIT ${renameBatchSize}))`
  await inTransaction(async (tx) => {
    await requireUniqueStaff(tx, { id, name })
    await tx.staff.update({ where: { id }, data: { name } })
  })
}

/**
 * Rejects an address that another staff member has, and a name that looks like theirs, since
 * readers recognise staff by name only. Holds a lock until the transaction ends, so that concurrent
 * changes cannot take the same name or address.
 * @param id the id of the staff member who gets the address and name
 * @throws InvalidInput naming `name-taken` or `email-taken`
 */
export async function requireUniqueStaff(
  tx: Pick<Prisma.TransactionClient, '$queryRaw' | 'staff'>,
  { id, email, name }: { id: string; email?: string; name?: string | undefined },
): Promise<void> {
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtext('staff names'))::text`
  const others = await tx.staff.findMany()
  const hashes: string[] = email === undefined ? [] : staffAddressHashes(email)
  for (const other of others.filter((one) => one.id !== id)) {
    if (name !== undefined && (other.name === name || areNamesAlike(other.name, name)))
      throw new InvalidInput([{ field: 'name-taken', message: validationText('staffName') }])
    if (hashes.includes(other.email))
      throw new InvalidInput([{ field: 'email-taken', message: validationText('emailTaken') }])
  }
}

type NewStaff = { id: string; name: string; email: string; role: StaffRole; passwordHash: string }

/** Adds a staff member. Call `requireUniqueStaff` first in the same transaction. */
export async function addStaff(
  { staff }: Prisma.TransactionClient,
  { email, passwordHash: password, ...data }: NewStaff,
): Promise<void> {
  const account = { id: randomUUID(), accountId: data.id, providerId: 'credential', password }
  await staff.create({
    data: { ...data, ...encryptStaffAddress(email), accounts: { create: account } },
  })
}
