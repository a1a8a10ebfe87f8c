import { cronEndpoint } from '@/lib/http/cron-endpoint'
import { otherMethods } from '@/lib/http/endpoint'
import { purgePages } from '@/lib/http/purge-pages'

/**
 * Revalidates pages for scripts that change posts from outside the server, such as `npm run
 * posts:import`.
 */
export const POST = cronEndpoint(async () => {
  purgePages()
  return { purged: true }
})

export const { GET, OPTIONS, PUT, PATCH, DELETE } = otherMethods('POST')
