import { z } from 'zod'
import { NotFound } from '@/lib/errors'
import { invalid } from '@/lib/i18n/error-text'

/** The id of a post in a form or URL, in canonical spelling. */
export const postId = z
  .string()
  .regex(/^[1-9]\d*$/, invalid('postId'))
  .transform(Number)
  .pipe(z.int32(invalid('postId')))

/**
 * Parses the id of a post in a URL.
 * @throws NotFound for an invalid id
 */
export function parsePostId(text: string): number {
  const { data } = postId.safeParse(text)
  if (data === undefined) throw new NotFound('post', text)
  return data
}
