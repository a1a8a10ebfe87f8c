import { z } from 'zod'
import { drawBadge } from '@/lib/feeds/badge'
import { endpoint, otherMethods, Reply } from '@/lib/http/endpoint'
import { text } from '@/lib/http/parse-query'
import { slugLengthMax } from '@/lib/posts/post'
import { limits } from '@/lib/rate-limit/rate-limit'
import { getViews } from '@/lib/views/get-views'

type Context = { params: Promise<{ file: string }> }

/** Cache lifetime of a badge in seconds. Many people may open the same README. */
const freshSeconds = 300

/** Returns an SVG badge with the view count of a post, for a README. It does not count a view. */
const respond = endpoint(
  { limit: limits.views, query: z.object({ slug: text(slugLengthMax) }) },
  async ({ query, hides }) => {
    const badge = Buffer.from(drawBadge(hides(query.slug) ? 0 : await getViews(query.slug)))
    return new Reply(badge, {
      contentType: 'image/svg+xml; charset=utf-8',
      cacheControl:
        `public, max-age=${freshSeconds}, s-maxage=${freshSeconds}, ` +
        'stale-while-revalidate=86400',
      // An SVG that is opened directly is a document of this origin.
      headers: { 'Content-Security-Policy': "default-src 'none'; sandbox" },
    })
  },
)

export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { file } = await params
  const url = new URL(request.url)
  url.search = new URLSearchParams({ slug: file.replace(/\.svg$/, '') }).toString()
  return respond(new Request(url, { headers: request.headers }))
}

export const { OPTIONS, POST, PUT, PATCH, DELETE } = otherMethods('GET')
