import { exportCommentsAs } from '@/lib/comments/export/export-comments'
import { adminEndpoint } from '@/lib/http/admin-endpoint'
import { jsonLinesResponse } from '@/lib/http/responses'
import { parseSiteId } from '@/lib/threads/admin/parse-site-id'

/** Returns the threads and comments of a site as JSON Lines. */
export const GET = adminEndpoint<{ id: string }>(async ({ actor, params: { id } }) => {
  const lines = await exportCommentsAs(actor, { siteId: parseSiteId(id) })
  return jsonLinesResponse(`site-${id}`, lines)
})
