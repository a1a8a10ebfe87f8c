import { commentEditInput } from '@/lib/comments/writing/comment-input'
import { siteOrigin } from '@/lib/env'
import { otherMethods } from '@/lib/http/endpoint'
import { parseFields } from '@/lib/http/parse-fields'
import { writeEndpoint } from '@/lib/http/write-endpoint'
import { commentFeedHtml } from '@/lib/markdown/write-feed-html'
import { limits } from '@/lib/rate-limit/rate-limit'
import { threadSlug } from '@/lib/threads/thread-slug-input'
import { threadUrl } from '@/lib/threads/thread-url'

const input = commentEditInput.extend({ slug: threadSlug.optional() })

/** Returns the HTML of a comment as `GET /api/threads` would return it. Nothing is stored. */
export const POST = writeEndpoint(
  { limits: [limits.previews], body: true, slugOf: ({ fields }) => fields.slug },
  async ({ fields, count }) => {
    const { content, slug } = parseFields(input, fields)
    await count()
    // The URL of the request can be internal.
    const base = new URL(slug === undefined ? '/' : threadUrl({ slug, url: '' }), siteOrigin())
    return { json: { html: await commentFeedHtml(content, base.href, true) } }
  },
)

export const { OPTIONS, GET, HEAD, PUT, PATCH, DELETE } = otherMethods('POST')
