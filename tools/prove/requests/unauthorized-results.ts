import { z } from 'zod'

/** The results of the unauthorized requests. */
export const unauthorizedResults = z.object({
  failures: z.array(z.string()),
  attempts: z.number(),
  subjects: z.number(),
  /** The number of pages, routes and actions that worked with permission. */
  allowed: z.number(),
})
export type UnauthorizedResults = z.infer<typeof unauthorizedResults>
