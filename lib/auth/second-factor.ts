import 'server-only'
import { createHash } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { decrypt, encrypt } from '@/lib/crypto/encrypt'
import { executeSql, inTransaction, query } from '@/lib/db/client'
import { siteOrigin } from '@/lib/env'
import { AppError, InvalidInput } from '@/lib/errors'
import { errorText, validationText } from '@/lib/i18n/error-text'
import { isMailEnabled } from '@/lib/mail/mail-settings'
import { queueStaffMail } from '@/lib/mail/staff-mail'
import { type Actor, requireRole } from './actor'
import { requireOwnPassword } from './change-password'

const recoveryCodesCount = 10
/** Number of 30-second periods before and after its own in which a code is accepted. */
const periodsTolerated = 1

/** Returns the code generator for a base32 key, with the defaults of RFC 6238. */
function generatorOf(secret: string, label = ''): TOTP {
  return new TOTP({ secret: Secret.fromBase32(secret), issuer: 'Afterword', label })
}

/** Returns the period of a valid code; otherwise undefined. */
function periodOf(secret: string, code: string): number | undefined {
  const delta = generatorOf(secret).validate({ token: code, window: periodsTolerated })
  return delta === null ? undefined : TOTP.counter() + delta
}

/** Reads a code as people type it, with spaces or hyphens. */
function normalize(code: unknown): string {
  return typeof code === 'string' ? code.replaceAll(/[\s-]/g, '').slice(0, 40).toLowerCase() : ''
}

/** A fast hash is enough, because recovery codes are random (OWASP, “Password Storage”). */
function recoveryHash(code: string): string {
  return createHash('sha256').update(`recovery ${code}`).digest('base64url')
}

/**
 * Generates recovery codes of 80 random bits each, such as `k3tq-z7m2-xawd-5oyn`. Their fast hashes
 * in a stolen database cannot be reversed by trying all codes.
 */
function makeRecoveryCodes(): { codes: string[]; hashes: string[] } {
  const plain = Array.from({ length: recoveryCodesCount }, () =>
    new Secret({ size: 10 }).base32.toLowerCase(),
  )
  const codes = plain.map((code) => code.replaceAll(/.{4}(?=.)/g, '$&-'))
  return { codes, hashes: plain.map(recoveryHash) }
}

/** A staff member’s second factor: off, to be confirmed with a first code, or on. */
export type SecondFactor =
  | { state: 'off' }
  | { state: 'unconfirmed'; secret: string; uri: string }
  | { state: 'on'; recoveryCodes: number }

/**
 * Returns the second factor of the signed-in staff member. A confirmed factor is reported as on
 * even if its key can no longer be decrypted, so that a lost secret does not turn it off.
 * @throws AppError `unauthorized`; DatabaseUnavailable
 */
export async function getSecondFactor(actor: Actor | undefined): Promise<SecondFactor> {
  requireRole(actor, 'staff')
  const where = { staffId: actor.staffId }
  const row = await query((client) => client.staffSecondFactor.findUnique({ where }))
  if (row?.confirmedAt) return { state: 'on', recoveryCodes: row.recoveryHashes.length }
  const secret = row && decrypt('second-factor', row.encryptedSecret)
  if (!secret) return { state: 'off' }
  return { state: 'unconfirmed', secret, uri: generatorOf(secret, actor.name).toString() }
}

/**
 * Generates a key for an authenticator app of the signed-in staff member, who must enter their
 * password. It takes effect once it has been confirmed. Changes nothing if the second factor is on.
 * @throws AppError `unauthorized`; InvalidInput naming `password`; DatabaseUnavailable
 */
export async function startSecondFactor(
  actor: Actor | undefined,
  password: unknown,
): Promise<void> {
  requireRole(actor, 'staff')
  await requireOwnPassword(actor, password)
  const secret = encrypt('second-factor', new Secret({ size: 20 }).base32)
  await executeSql`
    INSERT INTO staff_second_factors (staff_id, encrypted_secret)
    VALUES (${actor.staffId}, ${secret})
    ON CONFLICT (staff_id) DO UPDATE SET encrypted_secret = EXCLUDED.encrypted_secret
     WHERE staff_second_factors.confirmed_at IS NULL`
}

/**
 * Turns on the second factor with a first code from the app. Other sessions end, because they began
 * without it.
 * @returns the recovery codes, which are not stored in readable form
 * @throws AppError `unauthorized`; InvalidInput naming `code`; DatabaseUnavailable
 */
export async function confirmSecondFactor(
  actor: Actor | undefined,
  code: unknown,
): Promise<string[]> {
  requireRole(actor, 'staff')
  const { staffId, sessionId } = actor
  const factor = await getSecondFactor(actor)
  const period =
    factor.state === 'unconfirmed' ? periodOf(factor.secret, normalize(code)) : undefined
  if (period === undefined) throw wrongCode()
  const { codes, hashes } = makeRecoveryCodes()
  const data = { confirmedAt: new Date(), lastPeriod: period, recoveryHashes: hashes }
  await inTransaction(async (tx) => {
    const where = { staffId, confirmedAt: null }
    const { count } = await tx.staffSecondFactor.updateMany({ where, data })
    if (count === 0) throw wrongCode()
    await tx.staffSession.deleteMany({ where: { staffId, id: { not: sessionId } } })
  })
  return codes
}

function wrongCode(): InvalidInput {
  return new InvalidInput([{ field: 'code', message: validationText('signInCode') }])
}

/**
 * Replaces the recovery codes of the signed-in staff member, who must enter their password.
 * @returns the new codes
 * @throws AppError `unauthorized`; InvalidInput naming `password`; DatabaseUnavailable
 */
export async function renewRecoveryCodes(
  actor: Actor | undefined,
  password: unknown,
): Promise<string[]> {
  requireRole(actor, 'staff')
  await requireOwnPassword(actor, password)
  const { codes, hashes } = makeRecoveryCodes()
  const where = { staffId: actor.staffId, confirmedAt: { not: null } }
  const data = { recoveryHashes: hashes }
  const { count } = await query((client) => client.staffSecondFactor.updateMany({ where, data }))
  return count === 0 ? [] : codes
}

/**
 * Turns off the second factor of the signed-in staff member. If it is on, this requires their
 * password.
 * @throws AppError `unauthorized`; InvalidInput naming `password`; DatabaseUnavailable
 */
export async function removeSecondFactor(
  actor: Actor | undefined,
  password: unknown,
): Promise<void> {
  requireRole(actor, 'staff')
  const { state } = await getSecondFactor(actor)
  if (state === 'on') await requireOwnPassword(actor, password)
  const where = { staffId: actor.staffId, ...(state !== 'on' && { confirmedAt: null }) }
  await query((client) => client.staffSecondFactor.deleteMany({ where }))
}

/** Seconds for which the server tries to send the e-mail about a removed second factor. */
const noticeSeconds = 2 * 86_400

/**
 * Turns off the second factor of another staff member who has lost it, ends their sessions, and
 * queues an e-mail that informs them. Does nothing if it is off, or for the owner.
 * @throws AppError `unauthorized`, `forbidden`; DatabaseUnavailable
 */
export async function resetSecondFactor(actor: Actor | undefined, staffId: string): Promise<void> {
  requireRole(actor, 'owner')
  await inTransaction(async (tx) => {
    const where = { staffId, staff: { role: { not: 'owner' as const } } }
    const { count } = await tx.staffSecondFactor.deleteMany({ where })
    if (count === 0) return
    await tx.staffSession.deleteMany({ where: { staffId } })
    if (!isMailEnabled()) return
    const { encryptedEmail: to, language } = await tx.staff.findUniqueOrThrow({
      where: { id: staffId },
    })
    const url = `${siteOrigin()}/admin/account`
    await queueStaffMail(tx, {
      kind: 'second-factor-off',
      to,
      url,
      seconds: noticeSeconds,
      language,
    })
  })
}

/**
 * Checks a code from the app or a recovery code, and marks it as used (RFC 6238, 5.2).
 * Encrypts the key again with the first of the configured secrets.
 * @throws AppError `unauthorized` for an incorrect or used code; DatabaseUnavailable
 */
export async function redeemSignInCode(staffId: string, given: unknown): Promise<void> {
  const code = normalize(given)
  const row = await query((client) => client.staffSecondFactor.findUnique({ where: { staffId } }))
  const secret = row && decrypt('second-factor', row.encryptedSecret)
  const period = secret ? periodOf(secret, code) : undefined
  const hash = recoveryHash(code)
  const used =
    secret && period !== undefined
      ? await executeSql`
          UPDATE staff_second_factors
             SET last_period = ${period}, encrypted_secret = ${encrypt('second-factor', secret)}
           WHERE staff_id = ${staffId} AND confirmed_at IS NOT NULL AND last_period < ${period}`
      : await executeSql`
          UPDATE staff_second_factors SET recovery_hashes = array_remove(recovery_hashes, ${hash})
           WHERE staff_id = ${staffId} AND ${hash} = ANY (recovery_hashes)`
  if (used === 0) throw new AppError('unauthorized', errorText('signInCode'))
}
