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
