import { z } from 'zod'
import { readCursor } from '@/lib/comments/reading/comment-cursor'
import { threadSlugLengthMax } from '@/lib/threads/thread-slug'

/** PostgreSQL cannot store lone surrogates or NUL. */
const storable = z
  .string()
  .min(1)
  .refine((value) => value.isWellFormed() && !value.includes('\0'))

/** A text parameter of a list in the admin area. An invalid value is ignored. */
export const queryText = z.string().trim().max(200).pipe(storable).optional().catch(undefined)

/** The slug of a post or page as such a parameter. The slug of a page may end with a space. */
export const querySlug = storable
  .refine((slug) => [...slug].length <= threadSlugLengthMax)
  .optional()
  .catch(undefined)

/** The number of a page in such a list. */
export const queryPage = z.coerce.number().int().min(1).max(100_000).catch(1)

/** The position of a page in such a list. */
export const queryCursor = queryText
  .refine((cursor) => cursor === undefined || readCursor(cursor) !== undefined)
  .catch(undefined)
