import { z } from 'zod'
import { drawBadge } from '@/lib/feeds/badge'
import { endpoint, otherMethods } from '@/lib/http/endpoint'
import { text } from '@/lib/http/parse-query'
import { Reply } from '@/lib/http/reply'
import { slugLengthMax } from '@/lib/posts/post'
import { limits } from '@/lib/rate-limit/rate-limit'
import { getViews } from '@/lib/views/get-views'

type Context = { params: Promise<{ file: string }> }

/** Who keeps it is asked again after so long: a README is looked at by many. */
const freshSeconds = 300

/** A picture of a post's number, for a README. It counts nothing. */
const answer = endpoint(
  { limit: limits.views, query: z.object({ slug: text(slugLengthMax) }) },
  async ({ query }) => {
    const badge = Buffer.from(drawBadge(await getViews(query.slug)))
    return new Reply(badge, {
      contentType: 'image/svg+xml; charset=utf-8',
      cacheControl: `public, max-age=${freshSeconds}, s-maxage=${freshSeconds}, stale-while-revalidate=86400`,
      // Opened by itself, an SVG is a page of this origin.
      headers: { 'Content-Security-Policy': "default-src 'none'; sandbox" },
    })
  },
)

export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { file } = await params
  const url = new URL(request.url)
  url.search = new URLSearchParams({ slug: file.replace(/\.svg$/, '') }).toString()
  return answer(new Request(url, { headers: request.headers }))
}

export const { OPTIONS, POST, PUT, PATCH, DELETE } = otherMethods('GET')

export const dynamic = 'force-dynamic'
