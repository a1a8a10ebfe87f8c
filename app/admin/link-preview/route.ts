import { z } from 'zod'
import { adminEndpoint } from '@/lib/http/admin-endpoint'
import { parseQuery, urlText } from '@/lib/http/parse-query'
import { previewPastedLink } from '@/lib/posts/link-cards/preview-link'
import { countAttempt } from '@/lib/rate-limit/count-attempt'
import { limits } from '@/lib/rate-limit/rate-limit'

// Far above the length limit of a request target, which has its own error code.
const query = z.object({ url: urlText(10_000), anew: z.enum(['yes']).optional() })

/** Returns the preview of a link in a post being written. Exempt from the public limit. */
export const GET = adminEndpoint(async ({ request, actor }) => {
  const { url, anew } = parseQuery(query, new URL(request.url).searchParams)
  await countAttempt([limits.pastedLinks], actor?.staffId)
  return previewPastedLink(actor, url, anew === 'yes')
})
