import { z } from 'zod'
import { isCursor } from '@/lib/comments/reading/comment-cursor'

/** A text in the query of a list in the admin area. An invalid one is ignored. */
export const queryText = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .refine((value) => value.isWellFormed() && !value.includes('\0'))
  .optional()
  .catch(undefined)

/** The position of a page in such a list. */
export const queryCursor = queryText
  .refine((cursor) => cursor === undefined || isCursor(cursor))
  .catch(undefined)
