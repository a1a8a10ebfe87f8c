import { z } from 'zod'
import { NotFound } from '@/lib/errors'

/** The largest that PostgreSQL's `integer` holds. */
const idMax = 2_147_483_647

/** The id of a post, as a form or an address says it: one spelling counts. */
export const postId = z
  .string()
  .regex(/^[1-9]\d{0,9}$/, 'is no post')
  .transform(Number)
  .refine((id) => id <= idMax, 'is no post')

/**
 * The id of a post in an address.
 * @throws NotFound where it is none
 */
export function parsePostId(text: string): number {
  const { data } = postId.safeParse(text)
  if (data === undefined) throw new NotFound('post', text)
  return data
}
