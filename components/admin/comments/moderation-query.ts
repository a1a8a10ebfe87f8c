import { z } from 'zod'
import { commentIdMax } from '@/lib/comments/comment'
import { type AdminQuery, commentStatuses } from '@/lib/comments/moderation/moderation'
import { isCursor } from '@/lib/comments/reading/comment-cursor'

type Parameters = Record<string, string | string[] | undefined>

const text = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .refine((value) => value.isWellFormed() && !value.includes('\0'))
  .optional()
  .catch(undefined)

const question = z.object({
  status: z.enum(commentStatuses).catch('pending'),
  search: text,
  post: text,
  author: text,
  network: z.coerce.number().int().min(1).max(commentIdMax).optional().catch(undefined),
  rule: text,
  after: text.refine((cursor) => cursor === undefined || isCursor(cursor)).catch(undefined),
})

/**
 * Reads the query of a page of the admin area. Invalid parameters are ignored, as if they were
 * missing.
 */
export function readAdminQuestion(parameters: Parameters): AdminQuery {
  return question.parse(parameters)
}
