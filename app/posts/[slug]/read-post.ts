import { notFound, permanentRedirect } from 'next/navigation'
import { cache } from 'react'
import { parseCommentId } from '@/lib/comments/comment'
import { postPath } from '@/lib/paths'
import { type Post, slugLengthMax } from '@/lib/posts/post'
import { getPost } from '@/lib/posts/reading/get-posts'

/** Next hands over the path as it was written. `/posts/100%25` says “100%” once decoded: that is no escape to decode again. */
function decodeSlug(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return undefined
  }
}

/** The post of an address; where it has another now, the path of that, encoded; undefined where there is none. */
export async function findPost(
  encodedSlug: string,
  placeBeneath = '',
): Promise<{ post: Post } | { movedTo: string } | undefined> {
  const asked = decodeSlug(encodedSlug)
  const slug = asked?.normalize('NFC')
  const found =
    slug !== undefined && [...slug].length <= slugLengthMax ? await getPost(slug) : undefined
  if (!found) return undefined
  const present = 'movedTo' in found ? found.movedTo : found.post.slug
  return 'post' in found && present === asked
    ? found
    : { movedTo: postPath(present) + placeBeneath }
}

/**
 * The post of a page, once a render, for the head and the page alike. Who asks under a slug it had before, or
 * under another spelling (a slug is in NFC), is sent to the same place beneath the present one: each page is kept once.
 */
export const readPost = cache(async (encodedSlug: string, placeBeneath = ''): Promise<Post> => {
  const found = (await findPost(encodedSlug, placeBeneath)) ?? notFound()
  return 'movedTo' in found ? permanentRedirect(found.movedTo) : found.post
})

/** The comment that an address names. One spelling counts, so that a page is kept once. */
export function readCommentId(text: string): number {
  return parseCommentId(text) ?? notFound()
}
