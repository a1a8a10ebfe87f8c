import { commentEditInput } from '@/lib/comments/writing/comment-input'
import { otherMethods } from '@/lib/http/endpoint'
import { parseFields } from '@/lib/http/parse-fields'
import { writeEndpoint } from '@/lib/http/write-endpoint'
import { commentFeedHtml } from '@/lib/markdown/write-feed-html'
import { limits } from '@/lib/rate-limit/rate-limit'
import { threadUrl } from '@/lib/threads/thread-url'

/** Returns the HTML of a comment as `GET /api/threads` would return it. Nothing is stored. */
export const POST = writeEndpoint(
  { limits: [limits.previews], body: true, slugOf: ({ fields }) => fields.slug },
  async ({ fields, site, request, count }) => {
    const { content } = parseFields(commentEditInput, fields)
    await count()
    const slug = typeof fields.slug === 'string' ? fields.slug : ''
    const base = site ? threadUrl({ slug, url: '' }) : request.url
    return { json: { html: await commentFeedHtml(content, base, true) } }
  },
)

export const { OPTIONS, GET, HEAD, PUT, PATCH, DELETE } = otherMethods('POST')
