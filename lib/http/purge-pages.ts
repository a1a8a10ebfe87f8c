import 'server-only'
import { revalidatePath, revalidateTag } from 'next/cache'
import { isPageSlug } from '@/lib/threads/thread-slug'
import { allThreadsTag, threadTag } from '@/lib/threads/thread-tag'

const atOnce = { expire: 0 }

// A path with parameters names a file of `app`, so it includes the route group `(blog)`.

/**
 * Invalidates every page that shows posts, and every thread. Works only within a request; throws
 * elsewhere.
 */
export function purgePages(): void {
  revalidatePath('/', 'layout')
  revalidateTag(allThreadsTag, atOnce)
}

/**
 * Invalidates everything that shows a post and its comments, including feeds and lists, or the
 * thread of a page of another site.
 */
export function purgePost(slug: string): void {
  revalidateTag(threadTag(slug), atOnce)
  // Nothing else on this blog shows pages of other sites.
  if (isPageSlug(slug)) return
  revalidatePath(`/posts/${slug}`)
  // The path of a page.
  revalidatePath(`/${slug}`)
  revalidatePath('/(blog)/posts/[slug]/comments', 'layout')
  revalidatePath('/(blog)/posts/[slug]/comments.xml', 'layout')
  revalidatePath('/feeds/[feed]', 'layout')
  revalidatePath('/(blog)/tags/[tag]/feed.xml', 'layout')
  revalidatePath('/(blog)/page/[number]', 'page')
  revalidatePath('/(blog)/tags/[tag]/[[...page]]', 'page')
}

/**
 * Invalidates everything that shows a post's content or links to it: other posts may be adjacent or
 * related to it, and the header of every page links to the blog's pages.
 */
export function purgeMovedPost(slug: string): void {
  revalidateTag(threadTag(slug), atOnce)
  revalidatePath('/', 'layout')
}
