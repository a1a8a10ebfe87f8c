/** Kinds of blocks and their input in the admin area. Safe to import in a browser. */
import { z } from 'zod'

export const blockKinds = ['word', 'name', 'domain', 'network'] as const
export type BlockKind = (typeof blockKinds)[number]

/** Possible verdicts on a comment that matches a block. */
export const blockVerdicts = ['pending', 'spam'] as const

export const blocksAtOnceMax = 1_000

const valueLengthMax = 200

/** Number of days from a form; empty for no expiry. */
export const blockDays = z.preprocess(
  (value) => (value === '' || value === undefined ? null : Number(value)),
  z
    .int('must be a number of days')
    .min(1, 'must be a day at least')
    .max(3_650, 'must be ten years at most')
    .nullable(),
)

/** Pasted values, separated by line breaks, commas or semicolons, as spreadsheets export them. */
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

/** Input of the block form. A network can only be blocked from one of its comments. */
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
  /** Empty for a network, because its hash is not readable. */
  value: string
  verdict: (typeof blockVerdicts)[number]
  note: string
  expiresAt: Date | null
  createdAt: Date
  by: string | null
}
