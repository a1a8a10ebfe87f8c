import { z } from 'zod'
import { isCursor } from '@/lib/comments/reading/comment-cursor'
import { threadSlugLengthMax } from '@/lib/threads/thread-slug'

/** PostgreSQL stores neither lone surrogates nor NUL. */
const storable = z
  .string()
  .min(1)
  .refine((value) => value.isWellFormed() && !value.includes('\0'))

/** A text in the query of a list in the admin area. An invalid one is ignored. */
export const queryText = z.string().trim().max(200).pipe(storable).optional().catch(undefined)

/** The slug of a post or page in such a query. That of a page may end with a space. */
export const querySlug = storable
  .refine((slug) => [...slug].length <= threadSlugLengthMax)
  .optional()
  .catch(undefined)

/** The position of a page in such a list. */
export const queryCursor = queryText
  .refine((cursor) => cursor === undefined || isCursor(cursor))
  .catch(undefined)
