import 'server-only'
import { z } from 'zod'
import { commentIdMax } from '@/lib/comments/comment'
import { invalid } from '@/lib/i18n/error-text'
import { commentStatuses, type SeenComment } from './moderation'

/** Parses a comment as `encodeSeenComment` writes it. */
export const seenComment = z
  .string()
  .regex(
    new RegExp(`^[1-9]\\d{0,9}\\.(?:${commentStatuses.join('|')})\\.[0-9a-f]{32}$`),
    invalid('seenComment'),
  )
  .transform((text): SeenComment => {
    const [id = '', status = '', version = ''] = text.split('.')
    return { id: Number(id), status: z.enum(commentStatuses).parse(status), version }
  })
  .refine(({ id }) => id <= commentIdMax, invalid('seenComment'))
