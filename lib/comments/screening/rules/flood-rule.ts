import { hold, type Rule } from './screening-rule'

/** Whether more come from unseen networks than a blog has new readers. Once it floods, it takes half as many to calm. */
export function isFlood({
  newcomers,
  newcomersMax,
  isFlooded,
}: {
  newcomers: number
  newcomersMax: number
  isFlooded: boolean
}): boolean {
  return newcomers + 1 > (isFlooded ? Math.floor(newcomersMax / 2) : newcomersMax)
}

/** In a flood, what comes from networks that were not seen before is held until it calms. */
export const floodRule: Rule = (_, context) =>
  context.isNewcomer && isFlood(context)
    ? hold('It came in a flood, from a network that was not seen before.')
    : undefined
