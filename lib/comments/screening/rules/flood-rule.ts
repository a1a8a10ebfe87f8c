import { hold, type Rule } from './screening-rule'

/**
 * Returns true if more comments arrive from unknown networks than a blog has new readers. An
 * ongoing flood ends at half that number.
 */
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

/** Holds comments from unknown networks during a flood. */
export const floodRule: Rule = (_, context) =>
  context.isNewcomer && isFlood(context) ? hold('flood') : undefined
