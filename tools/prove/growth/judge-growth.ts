import type { Findings } from '@/tools/prove/part'
import { longerOfMany } from './timed-routes'
import type { Timed } from './timings'

export type Compared = { seed: Timed; grown: Timed }

/** `slackMs`: more are not told apart. `isLengthJudged`: two small blogs both have one sitemap of all posts, and one has more. */
type Judging = { slackMs: number; isLengthJudged: boolean }

const ratioMax = 1.5
/** However long an answer is. */
const longerMsMax = 100
/** An answer that is longer by less is the same: its numbers have more digits, a comment's four of them three more each. */
const sameLength = { ratio: 1.1, bytes: 100 }

const isAsLong = ({ seed, grown }: Compared) =>
  grown.bytes <= Math.max(sameLength.ratio * seed.bytes, seed.bytes + sameLength.bytes)

/** Behind a ratio, what it is of; those of longer answers are told from the others by it. */
const unitOf = {
  same: (words: string) => `× (${words})`,
  longer: (words: string) => `× of a longer answer (${words})`,
}

/** Of figures, those of answers of one kind. */
export const isRatio = { same: /^× \(/, longer: /^× of a longer answer/ }

const inKilobytes = (bytes: number) => (bytes / 1_000).toFixed(1)

/**
 * Judges the time of one address on a large blog by that on a small one. What is told is the ratio as it was measured, with
 * the times and the bytes behind it, of all of them: only of those that are known to say more is it judged by their length.
 */
export function judgeGrowth(
  findings: Findings,
  name: string,
  compared: Compared,
  { slackMs, isLengthJudged }: Judging,
): void {
  const { seed, grown } = compared
  const isLonger = longerOfMany.has(name)
  const expectedMs = seed.medianMs * (isLonger ? Math.max(1, grown.bytes / seed.bytes) : 1)
  const words = `${seed.medianMs.toFixed(1)} → ${grown.medianMs.toFixed(1)} ms, ${inKilobytes(seed.bytes)} → ${inKilobytes(grown.bytes)} kB`
  const ratio = grown.medianMs / seed.medianMs
  const isSlower = grown.medianMs > ratioMax * expectedMs && grown.medianMs - expectedMs > slackMs
  findings.expectInTime(
    !isSlower,
    `${name} took ${ratio.toFixed(2)} × its time on the seed (${words})`,
  )
  if (isLonger)
    findings.expectInTime(
      grown.medianMs <= longerMsMax,
      `${name} took ${grown.medianMs.toFixed(1)} ms`,
    )
  else if (isLengthJudged)
    findings.expectInTime(
      isAsLong(compared),
      `${name} says more than on the seed, so that their times are not those of the same (${words})`,
    )
  findings.measure(name, ratio, (isLonger ? unitOf.longer : unitOf.same)(words))
}
