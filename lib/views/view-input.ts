import { z } from 'zod'

const referrerLengthMax = 2_048

/** Beside the slug: where the reader came from. One that is too long, or none, is simply not kept. */
export const referrerInput = z.string().max(referrerLengthMax).catch('')
