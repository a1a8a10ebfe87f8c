import { exportCommentsAs } from '@/lib/comments/export/export-comments'
import { adminEndpoint } from '@/lib/http/admin-endpoint'
import { jsonLinesResponse } from '@/lib/http/responses'

/** Downloads all threads and comments as JSON Lines. */
export const GET = adminEndpoint(async ({ actor }) =>
  jsonLinesResponse('comments', await exportCommentsAs(actor)),
)
