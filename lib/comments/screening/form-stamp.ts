import 'server-only'
import { randomBytes } from 'node:crypto'
import { isSigned, sign } from '@/lib/crypto/sign'

/** What a stamp says, before it is known whether it was used. */
export type ReadStamp =
  | { kind: 'missing' }
  | { kind: 'forged' }
  | { kind: 'signed'; nonce: string; ageMs: number }

/** Says when a form was first touched: the time, a nonce by which it is used once, and a signature over both. */
export function makeStamp(now = new Date()): string {
  const said = `${now.getTime().toString(36)}.${randomBytes(12).toString('base64url')}`
  return `${said}.${sign('form-stamp', said)}`
}

/** Reads a stamp that came with a form; what is none of ours is forged, whatever it says. */
export function readStamp(stamp: string | undefined, now: Date): ReadStamp {
  if (stamp === undefined || stamp === '') return { kind: 'missing' }
  const [, time, nonce, signature] =
    /^([0-9a-z]{1,10})\.([\w-]{16})\.([\w-]{43})$/.exec(stamp) ?? []
  if (!time || !nonce || !signature || !isSigned('form-stamp', `${time}.${nonce}`, signature))
    return { kind: 'forged' }
  return { kind: 'signed', nonce, ageMs: now.getTime() - Number.parseInt(time, 36) }
}
