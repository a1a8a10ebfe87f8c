import { z } from 'zod'

export const passwordCharactersMin = 12
/** The limit bounds the cost of hashing. */
export const passwordCharactersMax = 200

/** A new password. Only its length is restricted (NIST SP 800-63B, 3.1.1). */
export const newPassword = z
  .string({ error: 'is missing' })
  .min(passwordCharactersMin, `must have at least ${passwordCharactersMin} characters`)
  .max(passwordCharactersMax, `may have at most ${passwordCharactersMax} characters`)
