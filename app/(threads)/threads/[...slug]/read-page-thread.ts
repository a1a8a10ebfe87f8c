import { notFound, permanentRedirect, redirect } from 'next/navigation'
import { cache } from 'react'
import { postPath } from '@/lib/paths'
import { decodePart } from '@/lib/text/parse-url'
import { findPageThread, type PageThread } from '@/lib/threads/find-page-thread'
import { threadPath } from '@/lib/threads/thread-paths'
import { isPageSlug, normaliseSlug } from '@/lib/threads/thread-slug'
import { threadSlug } from '@/lib/threads/thread-slug-input'

/**
 * Returns the slug in a path, in its canonical form. Next.js passes the segments on as sent, and
 * removes the slash at the end of a home page's path.
 */
const slugIn = (segments: string): string | undefined =>
  threadSlug.safeParse(decodePart(segments)).data

/**
 * Returns the thread of a plain page, once per render for the metadata, the layout and the page.
 * Other addresses of the page redirect to it, and the slug of a post to the post.
 * @param segments the path below `/threads/`
 */
export const readPageThread = cache(async (segments: string): Promise<PageThread> => {
  const requested = slugIn(segments) ?? notFound()
  const slug = isPageSlug(requested) ? requested : normaliseSlug(`${requested}/`)
  const thread = await findPageThread(slug)
  if (thread) return thread.slug === slug ? thread : redirect(threadPath(thread.slug))
  return isPageSlug(requested) ? notFound() : permanentRedirect(postPath(requested))
})
