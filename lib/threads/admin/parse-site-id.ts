import { z } from 'zod'
import { NotFound } from '@/lib/errors'
import { truncate } from '@/lib/text/truncate'

/** The id of a site or thread in a form or URL. */
export const rowId = z
  .string()
  .regex(/^[1-9]\d*$/)
  .transform(Number)
  .pipe(z.int32())

/**
 * Parses the id of a site in a URL.
 * @throws NotFound for an invalid id
 */
export function parseSiteId(text: string): number {
  const { data } = rowId.safeParse(text)
  if (data === undefined) throw new NotFound('site', truncate(text, 40))
  return data
}
