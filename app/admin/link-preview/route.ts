import { z } from 'zod'
import { otherMethods } from '@/lib/http/endpoint'
import { parseQuery, text } from '@/lib/http/parse-query'
import { toProblem } from '@/lib/http/problem'
import { signedInHere } from '@/lib/http/session/signed-in'
import { previewPastedLink } from '@/lib/posts/link-cards/preview-link'
import { countAttempt } from '@/lib/rate-limit/count-attempt'
import { limits } from '@/lib/rate-limit/rate-limit'

// Far above the length limit of a request target, which has its own error code.
const query = z.object({ url: text(10_000), anew: z.enum(['yes']).optional() })

/**
 * Returns the preview of a link in a post being written. Restricted to staff and exempt from the
 * public limit.
 */
export async function GET(request: Request): Promise<Response> {
  try {
    const { url, anew } = parseQuery(query, new URL(request.url).searchParams)
    const actor = await signedInHere(request)
    await countAttempt([limits.pastedLinks], actor?.staffId)
    return Response.json(await previewPastedLink(actor, url, anew === 'yes'), {
      headers: { 'Cache-Control': 'private, no-store' },
    })
  } catch (error) {
    return toProblem(error)
  }
}

export const { OPTIONS, POST, PUT, PATCH, DELETE } = otherMethods('GET')

export const dynamic = 'force-dynamic'
