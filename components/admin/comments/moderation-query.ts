import { z } from 'zod'
import { commentIdMax } from '@/lib/comments/comment'
import {
  type AdminQuery,
  commentStatuses,
  type KnownToList,
} from '@/lib/comments/moderation/moderation'
import { isCursor } from '@/lib/comments/reading/comment-cursor'
import { parseUrl } from '@/lib/text/parse-url'

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

/** Reads the query of the comments page. Invalid parameters are ignored. */
export function readAdminQuestion(parameters: Record<string, unknown>): AdminQuery {
  return question.parse(parameters)
}

export function adminCommentsPath(question: AdminQuery): string {
  const { search } = listUrl(question)
  return `/admin/comments${search}`
}

export function adminNewsPath(question: AdminQuery, { newestId, matching }: KnownToList): string {
  const url = listUrl({ ...question, after: undefined })
  url.searchParams.set('newest', String(newestId))
  url.searchParams.set('matching', String(matching))
  return `/admin/comments/news${url.search}`
}

function listUrl({ status, ...filters }: AdminQuery): URL {
  const url = new URL('http://own.invalid/admin/comments')
  if (status !== 'pending') url.searchParams.set('status', status)
  for (const [name, value] of Object.entries(filters))
    if (value !== undefined && value !== '') url.searchParams.set(name, String(value))
  return url
}

/** Returns the list to which a form redirects, with its filters. Other targets are rejected. */
export function readBack(given: unknown): URL {
  const list = listUrl({ status: 'pending' })
  const back = typeof given === 'string' ? parseUrl(given, list) : undefined
  return back?.host === list.host && back.pathname === list.pathname ? back : list
}
