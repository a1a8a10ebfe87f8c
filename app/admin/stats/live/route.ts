import { adminEndpoint } from '@/lib/http/admin-endpoint'
import { otherMethods } from '@/lib/http/endpoint'
import { getLiveViews } from '@/lib/views/stats/get-live-views'

/** What is read just now, for a page that stays open: the rest of it is not asked anew each minute. */
export const GET = adminEndpoint(({ actor }) => getLiveViews(actor))

export const { OPTIONS, POST, PUT, PATCH, DELETE } = otherMethods('GET')

export const dynamic = 'force-dynamic'
