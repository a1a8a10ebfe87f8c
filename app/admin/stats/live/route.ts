import { adminEndpoint } from '@/lib/http/admin-endpoint'
import { getLiveViews } from '@/lib/views/stats/get-live-views'

/** Returns the views of the last 30 minutes for an open page. */
export const GET = adminEndpoint(({ actor }) => getLiveViews(actor))
