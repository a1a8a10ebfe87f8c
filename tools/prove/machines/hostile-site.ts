import { z } from 'zod'

/**
 * The served hostile pages by origin. Readable pages have a preview; late pages have one only if
 * time permits.
 */
export const hostileSite = z.object({
  origins: z.array(z.string()),
  late: z.array(z.string()),
  unreadable: z.array(z.string()),
  readable: z.array(z.string()),
  /** Image files, requested as images of cards. */
  images: z.array(z.string()),
})
export type HostileSite = z.infer<typeof hostileSite>
