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

/** Of which span figures are asked, and of which post, by its slug; of all where none is named. */
export type FiguresQuestion = z.infer<typeof question>

/** What an address, or a form, asks of the figures. What it cannot mean it does not say. */
export function readFiguresQuestion(parameters: Record<string, unknown>): FiguresQuestion {
  return question.parse(parameters)
}

/** The admin area's page of figures, of a span and of one post or all. */
export function figuresPath(question: FiguresQuestion): string {
  return `/admin/stats${queryOf(question)}`
}

/** The same as a file: the days in all, or each post on each day. */
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
