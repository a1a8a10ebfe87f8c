import { forgetNetworks } from '@/lib/comments/forget-networks'
import { cronRoute } from '@/lib/http/cron-route'

/** Deletes networks and their salts after 48 hours. */
export const { GET, POST, OPTIONS, PUT, PATCH, DELETE } = cronRoute(forgetNetworks)
