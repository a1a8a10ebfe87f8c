import 'server-only'
import type { z } from 'zod'
import { type FieldError, InvalidInput } from '@/lib/errors'

/**
 * Holds submitted fields against a schema; unknown ones are ignored.
 * @throws InvalidInput, with one fault a field
 */
export function parseFields<Schema extends z.ZodType>(
  schema: Schema,
  fields: Record<string, unknown>,
): z.infer<Schema> {
  const parsed = schema.safeParse(fields)
  if (parsed.success) return parsed.data
  throw new InvalidInput(firstFaults(parsed.error))
}

/** The first fault of each field: one at a time is enough to mend it. */
export function firstFaults(error: z.ZodError | undefined): FieldError[] {
  const faults = new Map<string, FieldError>()
  for (const { path, message } of error?.issues ?? []) {
    const field = String(path[0])
    if (!faults.has(field)) faults.set(field, { field, message })
  }
  return [...faults.values()]
}
