import { z } from 'zod'

/** What came of asking as strangers. */
export const toldOfStrangers = z.object({
  broken: z.array(z.string()),
  attempts: z.number(),
  subjects: z.number(),
  /** Pages, routes and actions that did their work for who may. */
  granted: z.number(),
})
export type ToldOfStrangers = z.infer<typeof toldOfStrangers>
