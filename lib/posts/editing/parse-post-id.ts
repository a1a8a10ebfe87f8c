import { z } from 'zod'
import { NotFound } from '@/lib/errors'
import { invalid } from '@/lib/i18n/error-text'

/** The maximum of PostgreSQL's `integer`. */
const idMax = 2_147_483_647

/** The id of a post in a form or URL, in canonical spelling. */
export const postId = z
  .string()
  .regex(/^[1-9]\d{0,9}$/, invalid('postId'))
  .transform(Number)
  .refine((id) => id <= idMax, invalid('postId'))

/**
 * Parses the id of a post in a URL.
 * @throws NotFound for an invalid id
 */
export function parsePostId(text: string): number {
  const { data } = postId.safeParse(text)
  if (data === undefined) throw new NotFound('post', text)
  return data
}
