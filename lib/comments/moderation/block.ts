/** Kinds of blocks and their input in the admin area. */
import 'server-only'
import { z } from 'zod'
import type { CommentBlock } from '@/lib/generated/prisma/client'
import { invalid } from '@/lib/i18n/error-text'

/** Possible verdicts on a comment that matches a block. */
export const blockVerdicts = ['pending', 'spam'] as const

const linesMax = 10_000

const valueLengthMax = 200

/** Number of days from a form; empty for no expiry. */
export const blockDays = z.preprocess(
  (value) => (value === '' || value === undefined ? null : Number(value)),
  z.int(invalid('days')).min(1, invalid('days')).max(3_650, invalid('days')).nullable(),
)

/** The lines of a text area. */
const lines = z
  .string(invalid('required'))
  .refine((text) => text.isWellFormed() && !text.includes('\0'), invalid('unicode'))
  .transform((text) => [
    ...new Set(
      text
        .split(/[\r\n]+/)
        .map((value) => value.trim())
        .filter((value) => value !== ''),
    ),
  ])
  .pipe(
    z
      .array(z.string().max(valueLengthMax, invalid('blockValueLength', { max: valueLengthMax })))
      .max(linesMax, invalid('blockValuesMax', { max: linesMax })),
  )

/** The kinds that can be entered. A network can only be blocked from one of its comments. */
export const enteredKinds = ['word', 'name', 'domain'] as const

/**
 * The input of the form with one list per verdict. The lists as shown reveal which lines were
 * removed, so that blocks that someone else added in the meantime stay.
 */
export const blockLists = z
  .object({
    kind: z.enum(enteredKinds, invalid('blockKind')),
    pending: lines,
    'pending-shown': lines.prefault(''),
    spam: lines,
    'spam-shown': lines.prefault(''),
  })
  .transform(({ kind, ...fields }) => ({
    kind,
    lists: blockVerdicts.map((verdict) => ({
      verdict,
      shown: fields[`${verdict}-shown`],
      values: fields[verdict],
    })),
  }))

export type BlockLists = z.infer<typeof blockLists>

/** Values to block with one verdict, and for how many days; null to block them permanently. */
export type NewBlocks = {
  kind: CommentBlock['kind']
  values: string[]
  verdict: (typeof blockVerdicts)[number]
  days: number | null
  note?: string
}

/**
 * A temporary block or the block of a network, as the admin area lists it. `value` is empty for a
 * network, because its hash is not readable.
 */
export type ListedBlock = Pick<CommentBlock, 'id' | 'kind' | 'value' | 'note' | 'expiresAt'> & {
  verdict: NewBlocks['verdict']
  by: string | null
}
