import 'server-only'
import { randomBytes } from 'node:crypto'
import { readSignedToken, signedToken } from '@/lib/crypto/sign'

/** A parsed stamp. */
export type Stamp =
  | { kind: 'missing' }
  | { kind: 'forged' }
  | { kind: 'signed'; nonce: string; ageMs: number }

/** Creates a stamp for the first input in a form: the time and a nonce against reuse, signed. */
export function makeStamp(now = new Date()): string {
  const payload = `${now.getTime().toString(36)}.${randomBytes(12).toString('base64url')}`
  return signedToken('form-stamp', payload)
}

/** Parses the stamp of a form. A stamp with an invalid format or signature is `forged`. */
export function readStamp(stamp: string | undefined, now: Date): Stamp {
  if (stamp === undefined || stamp === '') return { kind: 'missing' }
  const [time, nonce] = readSignedToken('form-stamp', stamp)?.split('.') ?? []
  if (!time || !nonce) return { kind: 'forged' }
  return { kind: 'signed', nonce, ageMs: now.getTime() - Number.parseInt(time, 36) }
}
