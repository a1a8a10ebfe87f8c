import { z } from 'zod'
import { commentIdMax } from '@/lib/comments/comment'
import {
  type AdminQuestion,
  commentStatuses,
  type KnownToList,
} from '@/lib/comments/moderation/moderation'
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
export function readAdminQuestion(parameters: Parameters): AdminQuestion {
  return question.parse(parameters)
}

/** Returns the URL of the comments page with the given filters. */
export function adminCommentsPath({ status, ...filters }: AdminQuestion): string {
  return `/admin/comments${adminQuery({ status, ...filters })}`
}

/** Returns the URL for polling new comments. */
export function adminNewsPath(
  question: AdminQuestion,
  { newestId, matching }: KnownToList,
): string {
  const query = adminQuery({ ...question, after: undefined })
  return `/admin/comments/news${query}${query ? '&' : '?'}newest=${newestId}&matching=${matching}`
}

function adminQuery({ status, ...filters }: AdminQuestion): string {
  const parameters = new URLSearchParams(status === 'pending' ? {} : { status })
  for (const [name, value] of Object.entries(filters))
    if (value !== undefined && value !== '') parameters.set(name, String(value))
  return parameters.size === 0 ? '' : `?${parameters}`
}

/**
 * Returns the URL for the redirect after a form: the list with its filters. Other targets are
 * rejected.
 */
export function readBack(given: unknown): URL {
  const list = new URL('http://own.invalid/admin/comments')
  if (typeof given !== 'string' || !URL.canParse(given, list)) return list
  const back = new URL(given, list)
  return back.host === list.host && back.pathname === list.pathname ? back : list
}
