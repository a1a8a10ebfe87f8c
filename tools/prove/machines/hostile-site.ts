import { z } from 'zod'

/** What is served of hostile pages, and where: of the readable ones something can be said all the same, of the late ones where there is time for it. */
export const hostileSite = z.object({
  origins: z.array(z.string()),
  late: z.array(z.string()),
  unreadable: z.array(z.string()),
  readable: z.array(z.string()),
  /** Image files, which are asked for as pictures of cards. */
  images: z.array(z.string()),
})
export type HostileSite = z.infer<typeof hostileSite>
