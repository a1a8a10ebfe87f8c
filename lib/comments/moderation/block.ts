/** Kinds of blocks and their input in the admin area. */
import 'server-only'
import { z } from 'zod'
import { invalid } from '@/lib/i18n/error-text'

export const blockKinds = ['word', 'name', 'domain', 'network'] as const
export type BlockKind = (typeof blockKinds)[number]

/** Possible verdicts on a comment that matches a block. */
export const blockVerdicts = ['pending', 'spam'] as const

const blocksAtOnceMax = 1_000

const valueLengthMax = 200

/** Number of days from a form; empty for no expiry. */
export const blockDays = z.preprocess(
  (value) => (value === '' || value === undefined ? null : Number(value)),
  z.int(invalid('days')).min(1, invalid('days')).max(3_650, invalid('days')).nullable(),
)

/** Pasted values, separated by line breaks, commas or semicolons, as spreadsheets export them. */
const values = z
  .string(invalid('required'))
  .refine((text) => text.isWellFormed() && !text.includes('\0'), invalid('unicode'))
  .transform((text) => [
    ...new Set(
      text
        .split(/[\r\n,;]+/)
        .map((value) => value.replace(/^\s*"(.*)"\s*$/, '$1').trim())
        .filter((value) => value !== ''),
    ),
  ])
  .pipe(
    z
      .array(z.string().max(valueLengthMax, invalid('blockValueLength', { max: valueLengthMax })))
      .min(1, invalid('blockValuesMin'))
      .max(blocksAtOnceMax, invalid('blockValuesMax', { max: blocksAtOnceMax })),
  )

/** Input of the block form. A network can only be blocked from one of its comments. */
export const newBlocks = z.object({
  kind: z.enum(['word', 'name', 'domain'], invalid('blockKind')),
  values,
  verdict: z.enum(blockVerdicts, invalid('blockVerdict')),
  days: blockDays,
})

export type NewBlocks = Omit<z.infer<typeof newBlocks>, 'kind'> & { kind: BlockKind; note?: string }

/** A block as the admin area lists it. */
export type ListedBlock = {
  id: number
  kind: BlockKind
  /** Empty for a network, because its hash is not readable. */
  value: string
  verdict: NewBlocks['verdict']
  note: string
  expiresAt: Date | null
  createdAt: Date
  by: string | null
}
