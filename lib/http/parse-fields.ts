import 'server-only'
import { z } from 'zod'
import { type FieldError, InvalidInput } from '@/lib/errors'

/** A checkbox of a form. */
export const checkbox = z.literal('yes').optional().transform(Boolean)

/**
 * Parses submitted fields with a schema and ignores unknown ones.
 * @throws InvalidInput with one error per field
 */
export function parseFields<Schema extends z.ZodType>(
  schema: Schema,
  fields: Record<string, unknown>,
): z.infer<Schema> {
  const parsed = schema.safeParse(fields)
  if (parsed.success) return parsed.data
  throw new InvalidInput(firstErrors(parsed.error))
}

/** Returns the first error of each field. */
export function firstErrors(error: z.ZodError | undefined): FieldError[] {
  const errors = new Map<string, FieldError>()
  for (const { path, message } of error?.issues ?? []) {
    const field = String(path[0])
    if (!errors.has(field)) errors.set(field, { field, message })
  }
  return [...errors.values()]
}
