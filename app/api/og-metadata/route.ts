import { after } from 'next/server'
import { z } from 'zod'
import { endpoint, otherMethods, Reply } from '@/lib/http/endpoint'
import { urlText } from '@/lib/http/parse-query'
import { purgePost } from '@/lib/http/purge-pages'
import { parseTarget } from '@/lib/link-previews/fetch/parse-target'
import { refreshLinkPreview } from '@/lib/link-previews/store/get-link-preview'
import { linkPreviewKey } from '@/lib/link-previews/store/link-preview-key'
import { previewLink } from '@/lib/posts/link-cards/preview-link'
import { findPostsShowing } from '@/lib/posts/link-cards/renew-link-cards'
import { limits } from '@/lib/rate-limit/rate-limit'

// Far above the length limit of a request target, which has its own error code.
const query = z.object({ url: urlText(10_000) })

/** Shared caches may serve a stale preview while they revalidate it. */
const staleSeconds = 86_400

export const GET = endpoint({ limit: limits.linkPreviews, query }, async ({ query }) => {
  const { preview, freshForSeconds } = await previewLink(query.url)
  if (freshForSeconds === 0) {
    after(async () => {
      if (!(await refreshLinkPreview(query.url))) return
      for (const slug of await findPostsShowing([linkPreviewKey(parseTarget(query.url))]))
        purgePost(slug)
    })
  }
  return new Reply(preview, {
    cacheControl: `public, s-maxage=${freshForSeconds}, stale-while-revalidate=${staleSeconds}`,
  })
})

export const { OPTIONS, POST, PUT, PATCH, DELETE } = otherMethods('GET')
