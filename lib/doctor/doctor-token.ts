import 'server-only'
import { readSignedToken, signedToken } from '@/lib/crypto/sign'

const validMs = 5 * 60_000

/** Returns a token that is valid for five minutes on every server with the same `AUTH_SECRET`. */
export const doctorToken = (): string => signedToken('doctor', String(Date.now()))

/** Returns whether a token is valid. */
export function isDoctorToken(token: string): boolean {
  const madeAt = Number(readSignedToken('doctor', token))
  return Math.abs(Date.now() - madeAt) < validMs
}
