import { z } from 'zod'
import { commentLimits } from '@/lib/comments/comment'
import { endpoint, otherMethods, Reply } from '@/lib/http/endpoint'
import { text, wholeNumber } from '@/lib/http/parse-query'
import { limits } from '@/lib/rate-limit/rate-limit'
import { readThread } from '@/lib/threads/read-thread'
import { isLocalSlug } from '@/lib/threads/site'
import { threadSlug } from '@/lib/threads/thread-slug-input'

/** The number of top-level comments in a response, unless the request sets `limit`. */
const defaultLimit = 50

const query = z.object({
  slug: threadSlug,
  limit: wholeNumber(1, commentLimits.threadsPerPageMax).default(defaultLimit),
  cursor: text(100).optional(),
})

export const GET = endpoint(
  { limit: limits.threads, query, cachedAt: '/api/threads' },
  async ({ query, hides }) => {
    const { slug } = query
    const thread = await readThread(slug, { ...query, isHidden: hides(slug) })
    // An unknown thread has no title. It is not cached: clients can request any number of them.
    const isShared = thread.title !== '' && !isLocalSlug(slug)
    return new Reply(thread, { thread: isShared ? thread.slug : undefined })
  },
)

export const { OPTIONS, POST, PUT, PATCH, DELETE } = otherMethods('GET')
