import { z } from 'zod'

export const passwordCharactersMin = 12
/** Hashing takes as long as the password is long: there is an end to it. */
export const passwordCharactersMax = 200

/** A new password: long, and nothing else is asked of it (NIST SP 800-63B, 3.1.1). */
export const newPassword = z
  .string({ error: 'is missing' })
  .min(passwordCharactersMin, `must have at least ${passwordCharactersMin} characters`)
  .max(passwordCharactersMax, `may have at most ${passwordCharactersMax} characters`)
