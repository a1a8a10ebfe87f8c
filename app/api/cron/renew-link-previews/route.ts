import { cronRoute } from '@/lib/http/cron-route'
import { purgePost } from '@/lib/http/purge-pages'
import { renewLinkCards } from '@/lib/posts/link-cards/renew-link-cards'

/** Fetches due links of posts again and revalidates the pages whose previews changed. */
export const { GET, POST, OPTIONS, PUT, PATCH, DELETE } = cronRoute(async () => {
  const { read, changedPosts } = await renewLinkCards()
  for (const slug of changedPosts) purgePost(slug)
  return { read, changedPosts: changedPosts.length }
})
