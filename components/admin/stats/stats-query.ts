import { z } from 'zod'
import { slugLengthMax } from '@/lib/posts/post'
import { spans } from '@/lib/views/stats/span'

const question = z.object({
  span: z.enum(spans).catch('30'),
  post: z
    .string()
    .trim()
    .min(1)
    .max(slugLengthMax)
    .refine((slug) => slug.isWellFormed() && !slug.includes('\0'))
    .optional()
    .catch(undefined),
})

/** The period and the slug of the post; without a slug, all posts. */
export type FiguresQuestion = z.infer<typeof question>

/** Reads the query of the statistics from a URL or form. Invalid parameters are ignored. */
export function readFiguresQuestion(parameters: Record<string, unknown>): FiguresQuestion {
  return question.parse(parameters)
}

/** Returns the URL of the statistics for a period and one or all posts. */
export function figuresPath(question: FiguresQuestion): string {
  return `/admin/stats${queryOf(question)}`
}

/** Returns the URL of the same statistics as a file: daily totals, or views by post and day. */
export function figuresDownloadPath(question: FiguresQuestion, of: 'days' | 'posts'): string {
  const query = queryOf(question)
  return `/admin/stats/download${query}${query ? '&' : '?'}of=${of}`
}

function queryOf({ span, post }: FiguresQuestion): string {
  const parameters = new URLSearchParams()
  if (span !== '30') parameters.set('span', span)
  if (post !== undefined) parameters.set('post', post)
  return parameters.size === 0 ? '' : `?${parameters}`
}
