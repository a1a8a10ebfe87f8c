import { z } from 'zod'

const referrerLengthMax = 2_048

/** Referrer of the reader. An invalid or overlong one is ignored. */
export const referrerInput = z.string().max(referrerLengthMax).catch('')
