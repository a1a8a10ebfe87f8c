import { z } from 'zod'

/** The results of the requests by strangers. */
export const unauthorizedResults = z.object({
  broken: z.array(z.string()),
  attempts: z.number(),
  subjects: z.number(),
  /** The number of pages, routes and actions that worked with permission. */
  granted: z.number(),
})
export type UnauthorizedResults = z.infer<typeof unauthorizedResults>
