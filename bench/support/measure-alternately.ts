import { show } from './figure'
import { median } from './quantile'

const rounds = 60
const warmUpRounds = 10

type Compared = { ours: number; baseline: number; ratio: number }

/**
 * Returns the median times of two actions, in milliseconds, and their ratio. Alternates between
 * both, so that other load on the machine affects both equally.
 */
export async function measureAlternately(
  ours: () => Promise<number>,
  baseline: () => Promise<number>,
): Promise<Compared> {
  const [our, their]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds + warmUpRounds; round++) {
    const one = await ours()
    const other = await baseline()
    if (round < warmUpRounds) continue
    our.push(one)
    their.push(other)
  }
  return { ours: median(our), baseline: median(their), ratio: median(our) / median(their) }
}

/** Reports a time relative to a baseline. The ratio must be at most 1.5. */
export const timeFigure = (what: string, than: string, { ours, baseline, ratio }: Compared) =>
  show({
    what,
    ours: `${ours.toFixed(1)} ms`,
    baseline: `${baseline.toFixed(1)} ms ${than}`,
    ratio: `${ratio.toFixed(2)} ×`,
    target: '≤ 1.5 ×',
    reached: ratio <= 1.5,
  })
