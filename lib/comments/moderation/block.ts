/** What may be blocked, and how it is typed in the admin area. Safe to import in a browser. */
import { z } from 'zod'

export const blockKinds = ['word', 'name', 'domain', 'network'] as const
export type BlockKind = (typeof blockKinds)[number]

/** What becomes of a comment that a block meets. */
export const blockVerdicts = ['pending', 'spam'] as const

export const blocksAtOnceMax = 1_000

const valueLengthMax = 200

/** Days, and nothing for good: what a form sends. */
export const blockDays = z.preprocess(
  (value) => (value === '' || value === undefined ? null : Number(value)),
  z
    .int('must be a number of days')
    .min(1, 'must be a day at least')
    .max(3_650, 'must be ten years at most')
    .nullable(),
)

/** What is pasted: one to a line, or separated by commas, as a spreadsheet writes them. */
const values = z
  .string({ error: 'is missing' })
  .refine((text) => text.isWellFormed() && !text.includes('\0'), 'must be well-formed text')
  .transform((text) => [
    ...new Set(
      text
        .split(/[\r\n,;]+/)
        .map((value) =>
          value
            .trim()
            .replace(/^"(.*)"$/, '$1')
            .trim(),
        )
        .filter((value) => value !== ''),
    ),
  ])
  .pipe(
    z
      .array(z.string().max(valueLengthMax, `must each have at most ${valueLengthMax} characters`))
      .min(1, 'must name at least one')
      .max(blocksAtOnceMax, `must be at most ${blocksAtOnceMax} at once`),
  )

/** A form of the admin area that blocks; a network is blocked from a comment alone. */
export const newBlocks = z.object({
  kind: z.enum(['word', 'name', 'domain'], 'must be word, name or domain'),
  values,
  verdict: z.enum(blockVerdicts, 'must be pending or spam'),
  days: blockDays,
})

export type NewBlocks = {
  kind: BlockKind
  values: string[]
  verdict: (typeof blockVerdicts)[number]
  days: number | null
  note?: string
}

/** A block as the admin area lists it. */
export type ListedBlock = {
  id: number
  kind: BlockKind
  /** Empty for a network: what is kept of it is nothing to read. */
  value: string
  verdict: (typeof blockVerdicts)[number]
  note: string
  expiresAt: Date | null
  createdAt: Date
  by: string | null
}
