import { z } from 'zod'
import { endpoint, otherMethods } from '@/lib/http/endpoint'
import { invalid } from '@/lib/i18n/error-text'
import { limits } from '@/lib/rate-limit/rate-limit'
import { countThreads } from '@/lib/threads/count-threads'
import { threadSlug } from '@/lib/threads/thread-slug-input'

const slugsMax = 100

const query = z.object({
  slug: z
    .array(threadSlug)
    .min(1, invalid('required'))
    .max(slugsMax, invalid('slugs', { max: slugsMax })),
})

export const GET = endpoint({ limit: limits.counts, query }, async ({ query, hides }) => {
  const counts = await countThreads(query.slug)
  return {
    counts: counts.map((count) =>
      hides(count.slug) ? { ...count, comments: 0, views: 0 } : count,
    ),
  }
})

export const { OPTIONS, POST, PUT, PATCH, DELETE } = otherMethods('GET')
