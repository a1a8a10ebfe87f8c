import { z } from 'zod'
import { findAnchor } from '@/lib/comments/reading/find-anchor'
import { endpoint, otherMethods } from '@/lib/http/endpoint'
import { invalid } from '@/lib/i18n/error-text'
import { limits } from '@/lib/rate-limit/rate-limit'
import { threadSlug } from '@/lib/threads/thread-slug-input'

const anchorLengthMax = 500

const query = z.object({
  slug: threadSlug,
  anchor: z
    .string(invalid('required'))
    .min(1, invalid('required'))
    .max(anchorLengthMax, invalid('tooLong', { max: anchorLengthMax }))
    .refine(
      (anchor) => anchor.isWellFormed() && !/\p{Cc}/u.test(anchor),
      invalid('controlCharacters'),
    ),
})

export const GET = endpoint({ limit: limits.comments, query }, async ({ query }) => ({
  id: await findAnchor(query.slug, query.anchor),
}))

export const { OPTIONS, POST, PUT, PATCH, DELETE } = otherMethods('GET')
