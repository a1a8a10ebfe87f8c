import type { Findings } from '@/tools/prove/part'
import { growingAddresses } from './timed-routes'
import type { Timed } from './timings'

export type Compared = { seed: Timed; grown: Timed }

/**
 * `slackMs` is the difference below which times count as equal. Without `comparesSizes`, sizes are
 * not compared: two small blogs have one sitemap of all posts, and one has more.
 */
type ComparisonOptions = { slackMs: number; comparesSizes: boolean }

const ratioMax = 1.5
/** The limit for growing responses of any length, in milliseconds. */
const longerMsMax = 1_000
/**
 * Differences below this are ignored: numbers get more digits, and each comment has four numbers
 * with up to three more digits.
 */
const sameLength = { ratio: 1.1, bytes: 100 }

const isAsLong = ({ seed, grown }: Compared) =>
  grown.bytes <= Math.max(sameLength.ratio * seed.bytes, seed.bytes + sameLength.bytes)

/** The unit of a ratio, which distinguishes growing responses from others. */
const unitOf = {
  same: (details: string) => `× (${details})`,
  longer: (details: string) => `× of a longer response (${details})`,
}

/** Matches the units of the figures of each kind of response. */
export const isRatio = { same: /^× \(/, longer: /^× of a longer response/ }

const inKilobytes = (bytes: number) => (bytes / 1_000).toFixed(1)

/**
 * Compares the time of one address on a large blog with that on a small one. Reports the measured
 * ratio with the times and sizes. The limit scales with the response size only for addresses that
 * are known to grow.
 */
export function compareGrowth(
  findings: Findings,
  name: string,
  compared: Compared,
  { slackMs, comparesSizes }: ComparisonOptions,
): void {
  const { seed, grown } = compared
  const isLonger = growingAddresses.has(name)
  const expectedMs = seed.medianMs * (isLonger ? Math.max(1, grown.bytes / seed.bytes) : 1)
  const details =
    `${seed.medianMs.toFixed(1)} → ${grown.medianMs.toFixed(1)} ms, ` +
    `${inKilobytes(seed.bytes)} → ${inKilobytes(grown.bytes)} kB`
  const ratio = grown.medianMs / seed.medianMs
  const isSlower = grown.medianMs > ratioMax * expectedMs && grown.medianMs - expectedMs > slackMs
  findings.expectInTime(
    !isSlower,
    `${name} took ${ratio.toFixed(2)} × its time on the small blog (${details})`,
  )
  if (isLonger)
    findings.expectInTime(
      grown.medianMs <= longerMsMax,
      `${name} took ${grown.medianMs.toFixed(1)} ms`,
    )
  else if (comparesSizes)
    findings.expectInTime(
      isAsLong(compared),
      `${name} returns more than on the small blog, so their times ` +
        `are not comparable (${details})`,
    )
  findings.measure(name, ratio, (isLonger ? unitOf.longer : unitOf.same)(details))
}
