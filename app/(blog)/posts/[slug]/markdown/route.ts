import { postRoute } from '@/app/(blog)/posts/[slug]/read-post'
import { siteOrigin } from '@/lib/env'
import { writePostMarkdown } from '@/lib/feeds/write-post-markdown'
import { feedResponse, noStaticParams } from '@/lib/http/responses'
import { postPath } from '@/lib/paths'
import { changedAt } from '@/lib/posts/post'
import { getBlog } from '@/lib/settings/get-blog'

export const dynamic = 'force-static'

/** Seconds. Every write also revalidates it, like the page of its post. */
export const revalidate = 300

export const generateStaticParams = noStaticParams

/**
 * Returns a post as its author wrote it. Served as `/posts/its-slug.md` by a rewrite in
 * next.config.ts.
 */
export const GET = postRoute('.md', async (post) => {
  const author = post.author || (await getBlog()).author
  const origin = siteOrigin()
  return feedResponse(writePostMarkdown(post, { origin, author }), 'text/markdown', {
    changedAt: changedAt(post),
    // Search engines should index the page, not its source (RFC 6596).
    headers: {
      Link: `<${origin}${postPath(post.slug, post.isPage)}>; rel="canonical"`,
      ...(post.noindex && { 'X-Robots-Tag': 'noindex' }),
    },
  })
})
