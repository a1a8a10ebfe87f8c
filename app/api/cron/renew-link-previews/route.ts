import { cronEndpoint } from '@/lib/http/cron-endpoint'
import { otherMethods } from '@/lib/http/endpoint'
import { purgePost } from '@/lib/http/purge-pages'
import { renewLinkCards } from '@/lib/posts/link-cards/renew-link-cards'

/** Reads the links of posts again whose time has come, and makes the pages anew that show what has changed. */
const renew = cronEndpoint(async () => {
  const { read, changedPosts } = await renewLinkCards()
  for (const slug of changedPosts) purgePost(slug)
  return { read, changedPosts: changedPosts.length }
})

// Vercel's timers ask by GET.
export { renew as GET, renew as POST }

export const { OPTIONS, PUT, PATCH, DELETE } = otherMethods('GET', 'POST')

export const dynamic = 'force-dynamic'
