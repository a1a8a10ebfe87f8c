import { z } from 'zod'
import { findAnchor } from '@/lib/comments/reading/find-comment'
import { NotFound } from '@/lib/errors'
import { endpoint, otherMethods } from '@/lib/http/endpoint'
import { text } from '@/lib/http/parse-query'
import { limits } from '@/lib/rate-limit/rate-limit'
import { threadSlug } from '@/lib/threads/thread-slug-input'

const query = z.object({ slug: threadSlug, anchor: text(500) })

export const GET = endpoint({ limit: limits.comments, query }, async ({ query, hides }) => {
  if (hides(query.slug)) throw new NotFound('comment', query.anchor)
  return { id: await findAnchor(query.slug, query.anchor) }
})

export const { OPTIONS, POST, PUT, PATCH, DELETE } = otherMethods('GET')
