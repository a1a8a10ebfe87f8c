import { exportCommentsAs } from '@/lib/comments/export/export-comments'
import { adminEndpoint } from '@/lib/http/admin-endpoint'
import { jsonLinesResponse } from '@/lib/http/responses'
import { parseRowId } from '@/lib/text/row-id'

/** Returns the threads and comments of a site as JSON Lines. */
export const GET = adminEndpoint<{ id: string }>(async ({ actor, params: { id } }) => {
  const lines = await exportCommentsAs(actor, { siteId: parseRowId('site', id) })
  return jsonLinesResponse(`site-${id}`, lines)
})
