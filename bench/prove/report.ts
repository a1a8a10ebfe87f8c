import { z } from 'zod'

const count = z.number()

/** What is told of one part, over all its runs: the worst of each figure, the sum of each count. */
export const partReport = z.object({
  name: z.string(),
  promise: z.string(),
  size: z.enum(['full', 'short']),
  runs: count,
  held: z.boolean(),
  broken: z.array(z.string()),
  /** What could not be tried on the machine it ran on. */
  untried: z.array(z.string()).default([]),
  figures: z.record(z.string(), z.object({ value: z.number(), unit: z.string(), worse: z.enum(['higher', 'lower']) })),
  tally: z.object({ requests: count, faults: count, badInputs: count, lost: count, ghosts: count, doubles: count }),
  seconds: count,
  /** ISO 8601, UTC. */
  endedAt: z.string(),
})
export type PartReport = z.infer<typeof partReport>

/** What `--report` writes, anew after each part: one that was cut off lacks those that came after. */
export const proofReport = z.object({ parts: z.array(z.string()), reports: z.array(partReport) })

/** The last line: *load held · faults survived · bad inputs tried · lost 0*. */
export function sumUp(reports: PartReport[]): string {
  const total = (name: keyof PartReport['tally']) => reports.reduce((sum, { tally }) => sum + tally[name], 0)
  const broken = reports.filter(({ held }) => !held)
  const number = new Intl.NumberFormat('en')
  return [
    ...broken.map(({ name, broken: words }) => `✗ ${name}: ${words.join('; ')}\n`),
    ...reports.flatMap(({ name, untried }) => untried.map((why) => `– ${name}, not tried: ${why}\n`)),
    broken.length === 0
      ? reports.some(({ untried }) => untried.length > 0)
        ? 'what was tried held'
        : 'load held'
      : `${broken.length} of ${reports.length} parts did not hold`,
    `: ${number.format(total('requests'))} requests · `,
    `${number.format(total('faults'))} faults survived · ${number.format(total('badInputs'))} bad inputs tried · `,
    `lost ${number.format(total('lost'))}, ghosts ${number.format(total('ghosts'))}, doubles ${number.format(total('doubles'))}`,
  ].join('')
}
