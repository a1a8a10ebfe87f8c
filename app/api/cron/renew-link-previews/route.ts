import { cronEndpoint } from '@/lib/http/cron-endpoint'
import { otherMethods } from '@/lib/http/endpoint'
import { purgePost } from '@/lib/http/purge-pages'
import { renewLinkCards } from '@/lib/posts/link-cards/renew-link-cards'

/** Fetches due links of posts again and revalidates the pages whose previews changed. */
const renew = cronEndpoint(async () => {
  const { read, changedPosts } = await renewLinkCards()
  for (const slug of changedPosts) purgePost(slug)
  return { read, changedPosts: changedPosts.length }
})

// Vercel cron jobs send GET requests.
export { renew as GET, renew as POST }

export const { OPTIONS, PUT, PATCH, DELETE } = otherMethods('GET', 'POST')

export const dynamic = 'force-dynamic'
