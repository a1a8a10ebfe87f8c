import { cronRoute } from '@/lib/http/cron-route'
import { otherMethods } from '@/lib/http/endpoint'
import { purgePages } from '@/lib/http/purge-pages'

/** Revalidates pages after scripts such as `npm run posts:import` changed posts. */
export const { POST } = cronRoute(async () => {
  purgePages()
  return { purged: true }
})

export const { GET, OPTIONS, PUT, PATCH, DELETE } = otherMethods('POST')
