import { z } from 'zod'
import { NotFound } from '@/lib/errors'
import { truncate } from '@/lib/text/truncate'

/** The id of a row in a form or URL, in canonical spelling. */
export const rowId = z
  .string()
  .regex(/^[1-9]\d*$/)
  .transform(Number)
  .pipe(z.int32())

/**
 * Parses the id of a post or site in a URL.
 * @throws NotFound for an invalid id
 */
export function parseRowId(thing: 'post' | 'site', text: string): number {
  const { data } = rowId.safeParse(text)
  if (data === undefined) throw new NotFound(thing, truncate(text, 40))
  return data
}
