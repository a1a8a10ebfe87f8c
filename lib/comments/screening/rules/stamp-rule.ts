import { doubt, hold, type Rule } from './screening-rule'

/** Nobody writes a comment in less, from the first touch of its form to its end. */
const writingMsMin = 1_500
/** As long as a stamp is good for, and the used ones are kept. */
const stampMsMax = 24 * 60 * 60 * 1_000

/**
 * When the form was first touched. Where no script runs there is no stamp, and a client of the API has none: that
 * alone holds nothing.
 */
export const stampRule: Rule = (_, { kind, stamp, earlierStampDoubt }) => {
  // What was doubtful when the comment came is no less so of words that take the place of its own.
  if (kind === 'edit' && earlierStampDoubt !== undefined) return doubt(earlierStampDoubt)
  if (kind !== 'new') return undefined
  if (stamp.kind === 'missing') return doubt('It came without the stamp that the form’s script brings.')
  if (stamp.kind === 'forged') return hold('Its stamp was not made here.')
  if (stamp.isUsed) return hold('Its stamp was used before.')
  if (stamp.ageMs < writingMsMin) return hold(`It was written in ${(Math.max(0, stamp.ageMs) / 1_000).toFixed(1)} seconds.`)
  if (stamp.ageMs > stampMsMax) return hold('Its form was opened more than a day before.')
  return undefined
}
