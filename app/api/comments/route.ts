import { z } from 'zod'
import { commentLimits } from '@/lib/comments/comment'
import { listComments } from '@/lib/comments/list-comments'
import { endpoint, otherMethods } from '@/lib/http/endpoint'
import { text, wholeNumber } from '@/lib/http/parse-query'
import { limits } from '@/lib/http/rate-limit'
import { Reply } from '@/lib/http/reply'
import { slugLengthMax } from '@/lib/posts/post'

const query = z.object({
  slug: text(slugLengthMax),
  limit: wholeNumber(1, commentLimits.threadsPerPageMax).optional(),
  cursor: text(100).optional(),
})

export const GET = endpoint({ limit: limits.comments, query }, async ({ query }) => {
  const { comments, nextCursor } = await listComments(query.slug, query)
  return new Reply({ comments, count: comments.length }, nextCursor ? { headers: { Link: nextPage(query, nextCursor) } } : {})
})

/** RFC 8288; relative to the address that was asked. */
function nextPage({ slug, limit }: z.infer<typeof query>, cursor: string): string {
  const parameters = new URLSearchParams({ slug, ...(limit && { limit: String(limit) }), cursor })
  return `</api/comments?${parameters}>; rel="next"`
}

export const { OPTIONS, POST, PUT, PATCH, DELETE } = otherMethods('GET')

export const dynamic = 'force-dynamic'
